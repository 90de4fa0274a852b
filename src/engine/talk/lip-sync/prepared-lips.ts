import type { LowerFace } from '../library/lower-face.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { ClipSpeaker } from './choose-speaker.ts';
import type { FramePlan, PlannedFrame } from './frame-plan.ts';
import type { LipTask } from './lip-plan.ts';
import type { KnownClip } from './tracked-clip.ts';

/** Input file. */
export interface SyncedFile {
  readonly path: string;
  /** Detected media type; sniffed from its bytes when absent. */
  readonly mime?: string | undefined;
}

/** Duration of each preparation stage, in milliseconds. */
export interface PreparingTimes {
  readonly listen: number;
  readonly track: number;
  readonly library: number;
}

/** Findings in a clip and its audio. */
export interface LipFindings extends Pick<FramePlan, 'isRepeated'>, Pick<ClipSpeaker, 'people'> {
  /** Fraction of the frames with the speaker in which the mouth is covered and stays unchanged. */
  readonly coveredFraction: number;
  /** Number of the clip's lower faces that are reused; mouths are drawn when 0. */
  readonly mouths: number;
  readonly speaker: ClipSpeaker['reason'];
  /** Timed visemes of the speech. */
  readonly visemes: readonly VisemeSpan[];
  /** Length of the audio. */
  readonly soundUs: number;
  readonly times: PreparingTimes;
}

/** Complete inputs of the frames of a lip sync, apart from the clip's file. */
export interface PreparedLips {
  readonly findings: LipFindings;
  readonly clip: KnownClip;
  /** Per frame of the clip: true when it shows the speaker. */
  readonly isSeen: readonly boolean[];
  readonly frames: readonly PlannedFrame[];
  /** Task of every frame of the plan. */
  readonly tasks: readonly (LipTask | null)[];
  /** Lower faces of the clip by frame index. */
  readonly library: ReadonlyMap<number, LowerFace>;
}
