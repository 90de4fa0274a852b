import type { WrittenVideo } from '../../io/video-writer.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { BodyDirection } from '../body-build.ts';
import type { ParsePerson } from '../character/part-labels.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import type { Limb } from '../joints.ts';
import type { PlacedBodyJoints } from '../placed/spread-joints.ts';
import type { PoseModels } from '../pose-finder.ts';
import type { RefinePose } from '../refine-pose.ts';
import type { MotionMetrics } from './motion-check.ts';

/** Which way the character faces: as the driver turns, as the still shows it, or one that the still has to show. */
export type CharacterOrientation = 'video' | 'image' | BodyDirection;

/** Networks of a motion control; those of faces run on the tracker's thread. */
export interface BodyModels extends PoseModels {
  readonly matte: FixedModel;
  readonly canonicalFace: CanonicalFace;
  /** Networks of the user that take a step each; null or absent for none. */
  readonly refine?: RefinePose | null | undefined;
  readonly parse?: ParsePerson | null | undefined;
}

/** A file that goes in. */
interface InputFile {
  readonly path: string;
  readonly mime?: string | undefined;
}

/** Stills of a character that is seen from the front, from the side and from behind. */
interface FurtherFiles {
  readonly side?: InputFile | undefined;
  readonly back?: InputFile | undefined;
}

/** What goes in, what comes out and how. The same input gives the same bytes. */
export interface StillAnimation {
  readonly image: InputFile;
  /** Stills of the same character from other sides; shown where the driver turns there. */
  readonly further?: FurtherFiles | undefined;
  readonly video: InputFile;
  /** An MP4 file comes to be here when it is complete. */
  readonly outputPath: string;
  readonly orientation: CharacterOrientation;
  /** Joints of the picture that were set by hand; those that are found in it when absent. */
  readonly placed?: PlacedBodyJoints | undefined;
  /** What of the clip is followed, from its beginning. */
  readonly maxDurationUs: number;
  /** Whether the sound of the clip goes along. */
  readonly keepsSound: boolean;
  readonly models: BodyModels;
  /** Used for nothing else meanwhile. */
  readonly tracker: TrackerHost;
  readonly signal: AbortSignal;
  /** How much of looking at the clip, and then of making the result, is done, 0..1. */
  readonly onProgress: (stage: 'preparing' | 'rendering', fraction: number) => void;
}

/** Time that each part took, in milliseconds. */
export interface AnimationTimes {
  readonly track: number;
  readonly layers: number;
  readonly draw: number;
  readonly measure: number;
  readonly encode: number;
}

/** What became of it. */
export interface AnimationFacts extends Pick<WrittenVideo, 'sound'> {
  /** As in {@link MotionMetrics}; null where joints were set by hand, so that no network finds them again. */
  readonly jointError: MotionMetrics['jointError'];
  readonly foundFraction: MotionMetrics['foundFraction'] | null;
  readonly size: { readonly width: number; readonly height: number };
  readonly frames: number;
  /** Frames in which the driver is not seen. */
  readonly heldFrames: number;
  /** Frames in which the driver shows another side than the still that is seen, and is followed as in a mirror. */
  readonly turnedFrames: number;
  /** Frames that each still is seen in. */
  readonly views: Readonly<Record<'front' | 'side' | 'back', number>>;
  readonly limbs: readonly Limb[];
  /** Arms that follow though the still does not show their hand. */
  readonly hiddenHands: readonly Limb[];
  /** Arms that follow though they lie against the body in the still. */
  readonly touchingArms: readonly Limb[];
  /** How torn the character is. */
  readonly seams: SeamMetrics;
  /** Most people in the clip, and in the picture. */
  readonly drivers: number;
  readonly people: number;
  readonly cuts: number;
  readonly times: AnimationTimes;
}
