/** Input sample rate of RVC's networks, which use frames of 10 ms. */
export const RATE_HZ = 16_000;

/** Frame length in samples. */
export const FRAME = 160;

/** Frame rate. */
export const FRAMES_PER_SECOND = 100;

/** Samples that a content encoder needs before and after a window to cover every frame. */
export const MARGIN = 40;

/** Number of frames for trial runs. */
export const TRIED_FRAMES = 64;

/** Rounds up to an even number: content encoders have steps of two frames. */
export function toEven(frames: number): number {
  return frames + (frames & 1);
}
