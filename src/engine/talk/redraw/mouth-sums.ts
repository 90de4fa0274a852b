import type { DrawnPair } from '../../pixels/draw-triangles.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { smoothstep } from '../../vision/math.ts';
import type { MouthArea } from '../library/lower-face.ts';

/** Mask values from which a drawing begins to show and is opaque. */
const [FAINT, FULL] = [0.05, 0.95];
/** Weight below which chroma is ignored. */
const MIN_CHROMA = 0.01;

/** Accumulates weighted drawings of one area and blends them into a frame. Memory is reused. */
export class MouthSums {
  #area: MouthArea = { left: 0, top: 0, width: 0, height: 0 };
  #y = new Float32Array(0);
  #mask = new Float32Array(0);
  #u = new Float32Array(0);
  #v = new Float32Array(0);
  #weights = new Float32Array(0);

  /** Starts with an area of a frame. */
  clear(area: MouthArea): void {
    const length = area.width * area.height;
    if (this.#y.length < length) {
      this.#y = new Float32Array(length);
      this.#mask = new Float32Array(length);
      this.#u = new Float32Array(length >> 2);
      this.#v = new Float32Array(length >> 2);
      this.#weights = new Float32Array(length >> 2);
    }
    for (const plane of [this.#y, this.#mask, this.#u, this.#v, this.#weights]) {
      plane.fill(0);
    }
    this.#area = area;
  }

  /** Adds a drawing: luma with its mask, and both chroma planes, 0 where nothing is drawn. */
  add(luma: DrawnPair, chroma: DrawnPair, weight: number): void {
    const length = this.#area.width * this.#area.height;
    for (let at = 0; at < length; at += 1) {
      const mask = weight * luma.second[at];
      this.#y[at] += mask * luma.first[at];
      this.#mask[at] += mask;
    }
    for (let at = 0; at < length >> 2; at += 1) {
      if (chroma.first[at] > 0) {
        this.#u[at] += weight * chroma.first[at];
        this.#v[at] += weight * chroma.second[at];
        this.#weights[at] += weight;
      }
    }
  }

  /** Blends the mix into a frame with an opacity, 0..1. */
  blend(frame: I420Frame, visible: number): void {
    this.#blendLuma(frame, visible);
    this.#blendChroma(frame, visible);
  }

  #blendLuma({ y, strideY }: I420Frame, visible: number): void {
    const { left, top, width, height } = this.#area;
    for (let row = 0; row < height; row += 1) {
      let to = (top + row) * strideY + left;
      for (let at = row * width; at < (row + 1) * width; at += 1, to += 1) {
        const mask = this.#mask[at];
        if (mask > 0) {
          const alpha = visible * smoothstep(FAINT, FULL, mask / 255);
          y[to] = y[to] + (this.#y[at] / mask - y[to]) * alpha + 0.5;
        }
      }
    }
  }

  #blendChroma({ u, v, strideU, strideV }: I420Frame, visible: number): void {
    const { left, top, width, height } = this.#area;
    const half = width >> 1;
    for (let row = 0; row < height >> 1; row += 1) {
      for (let column = 0; column < half; column += 1) {
        const at = row * half + column;
        const weight = this.#weights[at];
        const mask = this.#meanMask(row * 2 * width + column * 2);
        if (mask > 0 && weight > MIN_CHROMA) {
          const alpha = visible * smoothstep(FAINT, FULL, mask / 255);
          const toU = ((top >> 1) + row) * strideU + (left >> 1) + column;
          const toV = ((top >> 1) + row) * strideV + (left >> 1) + column;
          u[toU] = u[toU] + (this.#u[at] / weight - u[toU]) * alpha + 0.5;
          v[toV] = v[toV] + (this.#v[at] / weight - v[toV]) * alpha + 0.5;
        }
      }
    }
  }

  #meanMask(at: number): number {
    const mask = this.#mask;
    const below = at + this.#area.width;
    return (mask[at] + mask[at + 1] + mask[below] + mask[below + 1]) / 4;
  }
}
