import type { LowerFace } from '../library/lower-face.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { ClipSpeaker } from './choose-speaker.ts';
import type { FramePlan, PlannedFrame } from './frame-plan.ts';
import type { LipTask } from './lip-plan.ts';
import type { KnownClip } from './tracked-clip.ts';

/** A file that goes in. */
export interface SyncedFile {
  readonly path: string;
  /** Media type it was judged to be; its bytes decide when absent. */
  readonly mime?: string | undefined;
}

/** Time that preparing took, in milliseconds. */
export interface PreparingTimes {
  readonly listen: number;
  readonly track: number;
  readonly library: number;
}

/** What was found in a clip and a sound. */
export interface LipFindings extends Pick<FramePlan, 'isRepeated'>, Pick<ClipSpeaker, 'people'> {
  /** Fraction of the frames with the speaker in which something covers the mouth, so that it stays as it was. */
  readonly coveredFraction: number;
  /** Lower faces of the clip that are shown again; with none, mouths are drawn. */
  readonly mouths: number;
  readonly speaker: ClipSpeaker['reason'];
  /** What is said when. */
  readonly visemes: readonly VisemeSpan[];
  /** Length of the sound. */
  readonly soundUs: number;
  readonly times: PreparingTimes;
}

/** All that frames of a lip sync are made of beside the clip. */
export interface PreparedLips {
  readonly findings: LipFindings;
  readonly clip: KnownClip;
  /** Whether each frame of the clip shows the speaker. */
  readonly isSeen: readonly boolean[];
  readonly frames: readonly PlannedFrame[];
  /** Of every frame of the plan. */
  readonly tasks: readonly (LipTask | null)[];
  /** Lower faces of the clip by the number of their frame. */
  readonly library: ReadonlyMap<number, LowerFace>;
}
