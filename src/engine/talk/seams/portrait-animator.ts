import type { I420Frame } from '../../pixels/frame.ts';

/** What a portrait does in a frame. */
export interface AnimatedMoment {
  /** Where the face is drawn: x, y and z of every mesh point, in pixels of the frame, lips as far apart as they are to be. */
  readonly mesh: Float32Array;
  /** How far the head is turned from where the portrait has it, in radians: to the right of the picture, and up. */
  readonly yaw: number;
  readonly pitch: number;
  /** How far lids are closed, 0..1. */
  readonly lids: number;
}

/** Draws the face of one portrait as it moves, over the one that was drawn before. One frame at a time. */
export interface PortraitAnimator {
  /**
   * Draws the face of a frame, in place, and nothing beside it. Throws `processing_failed`, and the reason of `signal`
   * as soon as it fires; the frame is then as it was.
   */
  animate(frame: I420Frame, moment: AnimatedMoment, signal?: AbortSignal): Promise<void>;
}

/** A portrait as an animator reads it. */
export interface AnimatedPortrait {
  readonly frame: I420Frame;
  /** x, y and z of every mesh point, in pixels of the frame. */
  readonly landmarks: Float32Array;
}

/** Reads a portrait once. */
export type OpenPortraitAnimator = (
  portrait: AnimatedPortrait,
  signal?: AbortSignal,
) => Promise<PortraitAnimator>;
