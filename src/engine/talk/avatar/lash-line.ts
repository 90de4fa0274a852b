import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import { LEFT_EYE, RIGHT_EYE } from '../../track/mesh-points.ts';
import { clamp, computeMedian, smoothstep } from '../../vision/math.ts';
import { computeLuma, type Rgb } from '../inner-mouth/mouth-colours.ts';
import { paintAlpha, type PixelBox } from '../inner-mouth/paint-alpha.ts';

/** Upper lids from corner to corner. */
const UPPER_LIDS = [LEFT_EYE.slice(0, 9), RIGHT_EYE.slice(0, 9)];
/** Half thickness of the line in centimetres, its minimum in pixels, and the width of its soft edge in pixels. */
const HALF_CM = 0.07;
const MIN_HALF = 0.9;
const SOFT = 1.1;
/** Lid closure at which the line begins to show and at which it is fully drawn. */
const CLOSED = [0.6, 0.95] as const;
const STRENGTH = 0.85;
/** Fraction of the eye's width that the line leaves free at each corner. */
const CORNER = 0.12;
/** Search range for lashes above and below the lid's edge, in pixels. */
const SOUGHT = 2;

/**
 * Dark lash line where lids meet. Closing the eyes of a portrait leaves specks of white between the lids, since the
 * mesh does not match their edges exactly and squeezes the white beside them into the line.
 */
export class LashLine {
  readonly #colour: Float64Array;
  readonly #half: number;

  /** Measures the lashes of an image with a mesh (x, y, z per point, pixels); `scale` is pixels per centimetre. */
  constructor(image: RgbaImage, landmarks: Float32Array, scale: number) {
    this.#colour = Float64Array.from(measureLashes(image, landmarks));
    this.#half = Math.max(MIN_HALF, HALF_CM * scale);
  }

  /** Draws the line on a frame along the lids of a mesh; `lids` is their closure, 0..1. */
  draw(frame: I420Frame, mesh: Float32Array, lids: number): void {
    const strength = STRENGTH * smoothstep(...CLOSED, lids);
    if (strength === 0) {
      return;
    }
    for (const points of UPPER_LIDS) {
      const line = points.map((point) => ({ x: mesh[point * 3], y: mesh[point * 3 + 1] }));
      const alphaAt = (x: number, y: number): number => strength * this.#alphaAt(line, x, y);
      paintAlpha(frame, toBox(line, frame, this.#half + SOFT), { alphaAt, colour: this.#colour });
    }
  }

  #alphaAt(line: readonly LinePoint[], x: number, y: number): number {
    const reach = this.#half + SOFT;
    let nearest = Infinity;
    let along = 0;
    for (let index = 1; index < line.length; index += 1) {
      const [from, to] = [line[index - 1], line[index]];
      if (x < Math.min(from.x, to.x) - reach || x > Math.max(from.x, to.x) + reach) {
        continue;
      }
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const part = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
      const within = clamp(part, 0, 1);
      const distance = Math.hypot(x - from.x - dx * within, y - from.y - dy * within);
      if (distance < nearest) {
        nearest = distance;
        along = (index - 1 + within) / (line.length - 1);
      }
    }
    const fromCorner = smoothstep(0, CORNER, Math.min(along, 1 - along));
    return fromCorner * (1 - smoothstep(this.#half - SOFT / 2, this.#half + SOFT, nearest));
  }
}

interface LinePoint {
  readonly x: number;
  readonly y: number;
}

function toBox(line: readonly LinePoint[], frame: I420Frame, margin: number): PixelBox {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - margin)) & ~1,
    top: Math.max(0, Math.floor(Math.min(...ys) - margin)) & ~1,
    right: Math.min(frame.width, Math.ceil(Math.max(...xs) + margin)),
    bottom: Math.min(frame.height, Math.ceil(Math.max(...ys) + margin)),
  };
}

/** Returns the median of the darkest colours at the edges of the upper lids, without their corners. */
function measureLashes({ width, height, pixels }: RgbaImage, landmarks: Float32Array): Rgb {
  const found = UPPER_LIDS.flatMap((points) =>
    points.slice(2, -2).map((point): Rgb => {
      const column = clamp(Math.round(landmarks[point * 3]), 0, width - 1);
      let darkest: Rgb = [255, 255, 255];
      for (let step = -SOUGHT; step <= SOUGHT; step += 1) {
        const row = clamp(Math.round(landmarks[point * 3 + 1]) + step, 0, height - 1);
        const at = (row * width + column) * 4;
        const colour: Rgb = [pixels[at], pixels[at + 1], pixels[at + 2]];
        darkest = computeLuma(colour) < computeLuma(darkest) ? colour : darkest;
      }
      return darkest;
    }),
  );
  const median = (channel: 0 | 1 | 2): number =>
    computeMedian(found.map((colour) => colour[channel]));
  return [median(0), median(1), median(2)];
}
