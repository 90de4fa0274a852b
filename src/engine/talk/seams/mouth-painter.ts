import type { I420Frame } from '../../pixels/frame.ts';
import type { MonoSound } from '../speech/loudness.ts';

/** Time and mesh of a painted mouth. */
export interface PaintedMoment {
  /** Middle of the frame on the audio clock. */
  readonly timeMs: number;
  /** x, y and z of every mesh point, in pixels of the frame. */
  readonly mesh: Float32Array;
  /** Opacity of the painted mouth, 0..1. */
  readonly visible: number;
}

/** Paints mouths for audio instead of showing those of the clip. Calls must not overlap. */
export interface MouthPainter {
  /**
   * Paints the lower face of a frame, in place: nothing above the nose's base or beside the face. Throws
   * `processing_failed`, and the reason of `signal` as soon as it fires; the frame is then unchanged.
   */
  paint(frame: I420Frame, moment: PaintedMoment, signal?: AbortSignal): Promise<void>;
}

/** Opens a painter per audio. */
export type OpenMouthPainter = (sound: MonoSound) => MouthPainter;
