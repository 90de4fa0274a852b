/**
 * Inputs that stabilise mattes and styles of a video: small planes of each frame, and the optical flow since the
 * previous frame. They are computed on request, in every frame or in none.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { FloatPlane } from '../raster/raster.ts';
import { findMovement, type Movement, trustMovement } from './movement.ts';

/** Longest side of the small planes: people and strokes move in pieces that are larger than a pixel of these. */
const LONGEST = 192;
const SHORTEST = 16;

/** A frame at a small size: 0..1 luma, 0..255 chroma. */
export interface SmallFrame {
  readonly width: number;
  readonly height: number;
  readonly luma: FloatPlane;
  readonly u: FloatPlane;
  readonly v: FloatPlane;
}

/** Displacement of every pixel of a small frame to the previous one, in small pixels, and its confidence (0..1). */
export interface SmallFlow extends Movement {
  readonly trust: FloatPlane;
}

/** Follows the frames of one video; `begin` once per frame. */
export class FrameMotion {
  #frame: I420Frame | null = null;
  #earlier: SmallFrame | null = null;
  #small: SmallFrame | null = null;
  #flow: SmallFlow | null = null;
  #hasFlow = false;

  /** Begins the next frame; after a cut there is no flow from the frame before. */
  begin(frame: I420Frame, isCut: boolean): void {
    this.#earlier = isCut ? null : this.#small;
    this.#frame = frame;
    this.#small = null;
    this.#flow = null;
    this.#hasFlow = false;
  }

  /** Returns the frame at a small size; must be called before the frame is changed. */
  small(): SmallFrame {
    if (this.#frame === null) {
      throw new TypeError('No frame has begun.');
    }
    this.#small ??= reduceFrame(this.#frame);
    return this.#small;
  }

  /** Returns the optical flow since the previous frame; null after a cut and for the first frame. */
  flow(): SmallFlow | null {
    const later = this.small();
    const earlier = this.#earlier;
    if (!this.#hasFlow && earlier !== null && earlier.luma.length === later.luma.length) {
      const from = { plane: earlier.luma, width: earlier.width };
      const to = { plane: later.luma, width: later.width };
      const movement = findMovement(from, to);
      this.#flow = { ...movement, trust: trustMovement(from, to, movement) };
    }
    this.#hasFlow = true;
    return this.#flow;
  }
}

function reduceFrame(frame: I420Frame): SmallFrame {
  const { width, height } = frame;
  const factor = Math.min(1, LONGEST / Math.max(width, height));
  const size = {
    width: Math.max(SHORTEST, Math.round(width * factor)),
    height: Math.max(SHORTEST, Math.round(height * factor)),
  };
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  return {
    ...size,
    luma: reducePlane(frame.y, { ...frame, stride: frame.strideY }, size, 1 / 255),
    u: reducePlane(frame.u, { ...half, stride: frame.strideU }, size, 1),
    v: reducePlane(frame.v, { ...half, stride: frame.strideV }, size, 1),
  };
}

/** Downscales a plane by averaging. */
function reducePlane(
  plane: Uint8Array,
  from: { readonly width: number; readonly height: number; readonly stride: number },
  to: { readonly width: number; readonly height: number },
  scale: number,
): FloatPlane {
  const small = new Float32Array(to.width * to.height);
  const lefts = Array.from({ length: to.width + 1 }, (_, column) =>
    Math.floor((column * from.width) / to.width),
  );
  for (let row = 0, at = 0; row < to.height; row += 1) {
    const top = Math.floor((row * from.height) / to.height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * from.height) / to.height));
    for (let column = 0; column < to.width; column += 1, at += 1) {
      const left = lefts[column];
      const right = Math.max(left + 1, lefts[column + 1]);
      let sum = 0;
      for (let y = top; y < bottom; y += 1) {
        for (let x = left, index = y * from.stride + left; x < right; x += 1, index += 1) {
          sum += plane[index];
        }
      }
      small[at] = (sum * scale) / ((right - left) * (bottom - top));
    }
  }
  return small;
}
