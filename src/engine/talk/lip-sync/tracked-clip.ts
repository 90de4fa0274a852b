import type { YuvColour } from '../../pixels/frame.ts';
import type { FaceBox } from '../../track/face-track.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import type { Fraction } from '../../io/ffmpeg.ts';
import type { Size } from '../../io/output-size.ts';
import type { SkinSignature } from '../redraw/visibility.ts';

/** A face of a frame, as far as lips are moved by it. */
export interface ClipFace {
  /** Stays with a person. */
  readonly id: number;
  /** x, y and z of every mesh point, a little smoothed, in pixels of the frame. */
  readonly landmarks: Float32Array;
  readonly pose: Readonly<HeadPose>;
  readonly box: Readonly<FaceBox>;
  /** How its skin looks around the mouth. */
  readonly look: SkinSignature;
  /** Whether a hand lies before the mouth. */
  readonly isCovered: boolean;
}

/** When a frame of a clip is shown, and in which scene. */
export interface ClipMoment {
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Counts from 0, one more after every cut. */
  readonly scene: number;
}

/** A frame of a clip and the faces in it. */
export interface ClipFrame extends ClipMoment {
  /** Those that are large enough, sure and not turned away too far. */
  readonly faces: readonly ClipFace[];
}

/** A clip as far as it is known to whoever reads it again. */
export interface KnownClip {
  readonly frames: readonly ClipMoment[];
  readonly size: Size;
  readonly colour: YuvColour;
  readonly frameRate: Fraction;
  readonly timeBase: Fraction;
}

/** A clip that was looked through. */
export interface TrackedClip extends KnownClip {
  readonly frames: readonly ClipFrame[];
  /** Frames with any face, also one that cannot be used. */
  readonly framesWithFace: number;
}
