import type { YuvColour } from '../../pixels/frame.ts';
import type { FaceBox } from '../../track/face-track.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import type { Fraction } from '../../io/ffmpeg.ts';
import type { Size } from '../../io/video/output-size.ts';
import type { SkinSignature } from '../redraw/visibility.ts';

/** Tracked face of a frame with what lip sync needs. */
export interface ClipFace {
  /** Track id of a person. */
  readonly id: number;
  /** x, y and z of every mesh point, lightly smoothed, in pixels of the frame. */
  readonly landmarks: Float32Array;
  readonly pose: Readonly<HeadPose>;
  readonly box: Readonly<FaceBox>;
  /** Skin signature around the mouth. */
  readonly signature: SkinSignature;
  /** True when a hand covers the mouth. */
  readonly isCovered: boolean;
}

/** Timestamps and scene of a clip's frame. */
export interface ClipMoment {
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Index of the scene from 0, incremented at every cut. */
  readonly scene: number;
}

/** Frame of a clip with its usable faces. */
export interface ClipFrame extends ClipMoment {
  /** Faces that are large, confident and frontal enough. */
  readonly faces: readonly ClipFace[];
}

/** Metadata of a tracked clip, enough to read it again. */
export interface KnownClip {
  readonly frames: readonly ClipMoment[];
  readonly size: Size;
  readonly colour: YuvColour;
  readonly frameRate: Fraction;
  readonly timeBase: Fraction;
}

/** Clip with tracked faces. */
export interface TrackedClip extends KnownClip {
  readonly frames: readonly ClipFrame[];
  /** Number of frames with any face, including unusable ones. */
  readonly framesWithFace: number;
}
