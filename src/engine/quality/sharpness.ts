import type { I420Frame } from '../pixels/frame.ts';
import type { FaceBox } from '../track/face-track.ts';

/** Minimum number of samples per row and column of a large face; there are less than twice as many. */
const POINTS = 96;
/** Middle of a face, as fractions of its box, without hair and background. */
const MIDDLE = { left: 0.25, right: 0.75, top: 0.3, bottom: 0.85 };

/**
 * Returns the sharpness of a face: the mean difference of luma between a pixel and its neighbours in the middle of it.
 * Null when too little of it is in the frame.
 */
export function measureSharpness(frame: I420Frame, box: Readonly<FaceBox>): number | null {
  const left = Math.max(1, Math.floor(box.left + box.width * MIDDLE.left));
  const top = Math.max(1, Math.floor(box.top + box.height * MIDDLE.top));
  const right = Math.min(frame.width - 1, Math.floor(box.left + box.width * MIDDLE.right));
  const bottom = Math.min(frame.height - 1, Math.floor(box.top + box.height * MIDDLE.bottom));
  const stepX = Math.max(1, Math.floor((right - left) / POINTS));
  const stepY = Math.max(1, Math.floor((bottom - top) / POINTS));
  const { y: luma, strideY } = frame;
  let sum = 0;
  let count = 0;
  for (let row = top; row < bottom; row += stepY) {
    for (let column = left; column < right; column += stepX) {
      const at = row * strideY + column;
      const around = luma[at - 1] + luma[at + 1] + luma[at - strideY] + luma[at + strideY];
      sum += Math.abs(around / 4 - luma[at]);
      count += 1;
    }
  }
  return count < 16 ? null : sum / count;
}
