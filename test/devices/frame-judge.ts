/** Size of a frame that another program reads from the virtual camera, as consecutive planes of I420. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Samples of chroma that make a patch. */
const MIN_SAMPLES = 6;
/** Only magenta has both chroma values above this limit; skin has only one. */
const MAGENTA = 160;

/** Sum of a few luma samples, which differs between any two frames. */
export function sumOf(frame: Uint8Array, { width, height }: FrameSize): number {
  let sum = 0;
  for (let at = 0; at < width * height; at += 997) {
    sum += frame[at] ?? 0;
  }
  return sum;
}

/** Returns whether a frame contains the magenta patch, which only unchanged frames of the camera have. */
export function isPatchShown(frame: Uint8Array, { width, height }: FrameSize): boolean {
  const luma = width * height;
  const chroma = ((width + 1) >> 1) * ((height + 1) >> 1);
  let magenta = 0;
  for (let at = luma; at < luma + chroma; at += 1) {
    magenta += (frame[at] ?? 0) > MAGENTA && (frame[at + chroma] ?? 0) > MAGENTA ? 1 : 0;
  }
  return magenta >= MIN_SAMPLES;
}
