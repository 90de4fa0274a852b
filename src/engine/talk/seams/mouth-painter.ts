import type { I420Frame } from '../../pixels/frame.ts';
import type { MonoSound } from '../speech/loudness.ts';

/** Where a mouth is painted, and for what moment of the sound. */
export interface PaintedMoment {
  /** The middle of the frame on the clock of the sound. */
  readonly timeMs: number;
  /** x, y and z of every mesh point, in pixels of the frame. */
  readonly mesh: Float32Array;
  /** How much of what is painted is seen, 0..1. */
  readonly visible: number;
}

/** Paints mouths for a sound, in place of those of the clip. One frame at a time. */
export interface MouthPainter {
  /**
   * Paints the lower face of a frame, in place: nothing above the nose's base or beside the face. Throws
   * `processing_failed`, and the reason of `signal` as soon as it fires; the frame is then as it was.
   */
  paint(frame: I420Frame, moment: PaintedMoment, signal?: AbortSignal): Promise<void>;
}

/** A painter for each sound. */
export type OpenMouthPainter = (sound: MonoSound) => MouthPainter;
