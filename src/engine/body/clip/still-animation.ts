import type { WrittenVideo } from '../../io/video/video-writer.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { BodyDirection } from '../body-build.ts';
import type { ParsePerson } from '../character/part-labels.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import type { PlacedBodyJoints } from '../placed/spread-joints.ts';
import type { PoseModels } from '../pose-finder.ts';
import type { RefinePose } from '../refine-pose.ts';
import type { FollowedLimbs } from './followed-limbs.ts';
import type { MotionMetrics } from './motion-check.ts';

/**
 * The side that the character shows: as the driver turns (`video`), as the still shows it (`image`), or a side that the
 * still is required to show.
 */
export type CharacterOrientation = 'video' | 'image' | BodyDirection;

/** Networks that animate a still; the face networks run on the tracker's thread. */
export interface BodyModels extends PoseModels {
  readonly matte: FixedModel;
  readonly canonicalFace: CanonicalFace;
  /** The user's networks that replace one step each; null or absent for none. */
  readonly refine?: RefinePose | null | undefined;
  readonly parse?: ParsePerson | null | undefined;
}

/** An input file. */
interface InputFile {
  readonly path: string;
  readonly mime?: string | undefined;
}

/** Additional stills of a character, from the side and from behind. */
interface AdditionalFiles {
  readonly side?: InputFile | undefined;
  readonly back?: InputFile | undefined;
}

/** Input, output and options of an animation. The same input gives the same bytes. */
export interface StillAnimation {
  readonly image: InputFile;
  /** Stills of the same character from other sides, shown where the driver turns there. */
  readonly additional?: AdditionalFiles | undefined;
  readonly video: InputFile;
  /** Path of the MP4 file, which appears when it is complete. */
  readonly outputPath: string;
  readonly orientation: CharacterOrientation;
  /** Joints of the image that were set by hand; detected if absent. */
  readonly placed?: PlacedBodyJoints | undefined;
  /** Length of the clip that is used, from its beginning. */
  readonly maxDurationUs: number;
  /** True to copy the sound of the clip. */
  readonly keepsSound: boolean;
  readonly models: BodyModels;
  /** Reserved for this animation while it runs. */
  readonly tracker: TrackerHost;
  readonly signal: AbortSignal;
  /** Reports the progress of each phase, 0..1: tracking the clip, then rendering. */
  readonly onProgress: (phase: 'preparing' | 'rendering', fraction: number) => void;
}

/** Duration of each part in milliseconds. */
export interface AnimationTimes {
  readonly track: number;
  readonly layers: number;
  readonly draw: number;
  readonly measure: number;
  readonly encode: number;
}

/** Facts about a finished animation. */
export interface AnimationFacts extends Pick<WrittenVideo, 'sound'>, FollowedLimbs {
  /** As in {@link MotionMetrics}; null if joints were set by hand, because no network finds them again. */
  readonly jointError: MotionMetrics['jointError'];
  readonly foundFraction: MotionMetrics['foundFraction'] | null;
  readonly size: { readonly width: number; readonly height: number };
  readonly frames: number;
  /** Number of frames in which the driver was not found. */
  readonly heldFrames: number;
  /** Number of frames in which the driver shows another side than the visible still, and is followed mirrored. */
  readonly turnedFrames: number;
  /** Number of further frames in which the driver is seen from the side, which the visible still does not show. */
  readonly sidewaysFrames: number;
  /** Number of frames of each still. */
  readonly views: Readonly<Record<'front' | 'side' | 'back', number>>;
  /** Seams of the character. */
  readonly seams: SeamMetrics;
  /** Maximum number of people in a frame of the clip, and number of people in the still. */
  readonly drivers: number;
  readonly people: number;
  readonly cuts: number;
  readonly times: AnimationTimes;
}
