import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { type BadgeMask, drawBadgeMask } from './badge-mask.ts';

/** Height of the badge as a fraction of the frame's shorter side: small, but legible at 480p. */
const HEIGHT_FRACTION = 0.055;
const MIN_HEIGHT = 14;

/** Marks frames as AI-generated, at the lower right, where the app draws nothing else. */
export class FrameBadge {
  #mask: BadgeMask | null = null;

  /** Blends the badge into a frame. */
  draw(frame: I420Frame): void {
    const height = Math.max(
      MIN_HEIGHT,
      2 * Math.round((Math.min(frame.width, frame.height) * HEIGHT_FRACTION) / 2),
    );
    if (this.#mask?.height !== height) {
      this.#mask = drawBadgeMask(height);
    }
    const mask = this.#mask;
    const margin = 2 * Math.round(height / 4);
    const left = frame.width - mask.width - margin;
    const top = frame.height - height - margin;
    if (left >= 0 && top >= 0) {
      // Chroma has half the resolution: an even position keeps the planes aligned.
      blend(frame, mask, left - (left % 2), top - (top % 2));
    }
  }
}

function blend(frame: I420Frame, mask: BadgeMask, left: number, top: number): void {
  const { isFullRange } = computeColour(frame);
  const dark = isFullRange ? 18 : 32;
  const white = isFullRange ? 250 : 231;
  const { width, height, ground, ink } = mask;
  for (let index = 0; index < width * height; index += 1) {
    const column = index % width;
    const row = Math.floor(index / width);
    const [under, over] = [ground[index]!, ink[index]!];
    const at = (top + row) * frame.strideY + left + column;
    const luma = frame.y[at]! * (1 - under) + dark * under;
    frame.y[at] = luma * (1 - over) + white * over;
    if (column % 2 === 0 && row % 2 === 0) {
      // Background and ink are both grey.
      const grey = 1 - (1 - under) * (1 - over);
      const x = (left + column) >> 1;
      const y = (top + row) >> 1;
      const u = y * frame.strideU + x;
      const v = y * frame.strideV + x;
      frame.u[u] = frame.u[u]! * (1 - grey) + 128 * grey;
      frame.v[v] = frame.v[v]! * (1 - grey) + 128 * grey;
    }
  }
}
