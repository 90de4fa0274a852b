/** What the networks of RVC count in: frames of 10 ms at 16 kHz. */
export const RATE_HZ = 16_000;

/** Samples of a frame. */
export const FRAME = 160;

/** Frames in a second. */
export const FRAMES_PER_SECOND = 100;

/** Samples that a content encoder needs before and after a window, so that it says something of every frame. */
export const MARGIN = 40;

/** Frames that networks are tried with. */
export const TRIED_FRAMES = 64;

/** Content encoders speak of two frames at once, so windows begin and end with an even one. */
export function toEven(frames: number): number {
  return frames + (frames & 1);
}
