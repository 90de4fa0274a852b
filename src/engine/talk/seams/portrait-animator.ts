import type { I420Frame } from '../../pixels/frame.ts';

/** Motion of a portrait in a frame. */
export interface AnimatedMoment {
  /** Drawn mesh: x, y and z of every point, in pixels of the frame, with the wanted lip gap. */
  readonly mesh: Float32Array;
  /** Rotation of the head against the portrait, in radians: to the right of the image, and up. */
  readonly yaw: number;
  readonly pitch: number;
  /** Closure of the lids, 0..1. */
  readonly lids: number;
}

/** Draws the animated face of one portrait over the engine's own. Calls must not overlap. */
export interface PortraitAnimator {
  /**
   * Draws the face of a frame, in place, and nothing beside it. Throws `processing_failed`, and the reason of `signal`
   * as soon as it fires; the frame is then unchanged.
   */
  animate(frame: I420Frame, moment: AnimatedMoment, signal?: AbortSignal): Promise<void>;
}

/** Portrait as input of an animator. */
export interface AnimatedPortrait {
  readonly frame: I420Frame;
  /** x, y and z of every mesh point, in pixels of the frame. */
  readonly landmarks: Float32Array;
}

/** Opens an animator for a portrait. */
export type OpenPortraitAnimator = (
  portrait: AnimatedPortrait,
  signal?: AbortSignal,
) => Promise<PortraitAnimator>;
