import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';

/** Copies a frame into new memory, with rows without gaps. */
export function cloneFrame(frame: I420Frame): I420Frame {
  const { width, height } = frame;
  const memory = new ArrayBuffer(sizeOfI420(width, height));
  const clone = createI420View(memory, { width, height }, computeColour(frame));
  copyFramePart(frame, clone);
  return clone;
}

/** Copies the part of a frame that fits another one, whose rows have no gaps. */
export function copyFramePart(from: I420Frame, to: I420Frame): void {
  copyRows(from.y, from.strideY, to.y, to.strideY);
  copyRows(from.u, from.strideU, to.u, to.strideU);
  copyRows(from.v, from.strideV, to.v, to.strideV);
}

function copyRows(from: Uint8Array, stride: number, to: Uint8Array, width: number): void {
  for (let row = 0; row * width < to.length; row += 1) {
    to.set(from.subarray(row * stride, row * stride + width), row * width);
  }
}
