import type { I420Frame, YuvColour } from './frame.ts';

/** Returns the bytes of an I420 frame whose rows have no gaps. */
export function sizeOfI420(width: number, height: number): number {
  return width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);
}

/** Creates a frame over memory that holds its planes one after the other from `offset` on, rows without gaps. */
export function createI420View(
  memory: ArrayBufferLike,
  { width, height }: { readonly width: number; readonly height: number },
  colour?: YuvColour,
  offset = 0,
): I420Frame {
  const halfWidth = (width + 1) >> 1;
  const luma = width * height;
  const chroma = halfWidth * ((height + 1) >> 1);
  return {
    width,
    height,
    y: new Uint8Array(memory, offset, luma),
    u: new Uint8Array(memory, offset + luma, chroma),
    v: new Uint8Array(memory, offset + luma + chroma, chroma),
    strideY: width,
    strideU: halfWidth,
    strideV: halfWidth,
    colour,
  };
}
