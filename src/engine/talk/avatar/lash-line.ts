import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import { LEFT_EYE, RIGHT_EYE } from '../../track/mesh-points.ts';
import { clamp, medianOf, smoothstep } from '../../vision/math.ts';
import { lumaOf, type Rgb } from '../inner-mouth/mouth-colours.ts';
import { paintAlpha, type PixelBox } from '../inner-mouth/paint-alpha.ts';

/** Upper lids from corner to corner. */
const UPPER_LIDS = [LEFT_EYE.slice(0, 9), RIGHT_EYE.slice(0, 9)];
/** Half the thickness of the line, at least in pixels, and over how many its edge fades. */
const HALF_CM = 0.07;
const LEAST_HALF = 0.9;
const SOFT = 1.1;
/** How far lids are closed when the line begins to be seen, and when it is there. */
const CLOSED = [0.6, 0.95] as const;
const STRENGTH = 0.85;
/** Corners that the line leaves free, as part of the width of an eye. */
const CORNER = 0.12;
/** Lashes are sought so many pixels above and below the edge of a lid. */
const SOUGHT = 2;

/**
 * The dark line of lashes where lids meet. Eyes that a picture shows open leave specks of white between lids which close: its mesh
 * does not lie exactly on the edges of the lids, and what is white beside them is squeezed into the line.
 */
export class LashLine {
  readonly #colour: Float64Array;
  readonly #half: number;

  /** For a picture with a mesh (x, y, z per point, pixels) and `scale` pixels per centimetre. */
  constructor(image: RgbaImage, landmarks: Float32Array, scale: number) {
    this.#colour = Float64Array.from(measureLashes(image, landmarks));
    this.#half = Math.max(LEAST_HALF, HALF_CM * scale);
  }

  /** Draws on a frame along the lids of a mesh that are so far closed, 0..1. */
  draw(frame: I420Frame, mesh: Float32Array, lids: number): void {
    const strength = STRENGTH * smoothstep(...CLOSED, lids);
    if (strength === 0) {
      return;
    }
    for (const points of UPPER_LIDS) {
      const line = points.map((point) => ({ x: mesh[point * 3], y: mesh[point * 3 + 1] }));
      const alphaAt = (x: number, y: number): number => strength * this.#alphaAt(line, x, y);
      paintAlpha(frame, boxOf(line, frame, this.#half + SOFT), { alphaAt, colour: this.#colour });
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

function boxOf(line: readonly LinePoint[], frame: I420Frame, margin: number): PixelBox {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - margin)) & ~1,
    top: Math.max(0, Math.floor(Math.min(...ys) - margin)) & ~1,
    right: Math.min(frame.width, Math.ceil(Math.max(...xs) + margin)),
    bottom: Math.min(frame.height, Math.ceil(Math.max(...ys) + margin)),
  };
}

/** The usual colour of what is darkest at the edges of upper lids, without their corners. */
function measureLashes({ width, height, pixels }: RgbaImage, landmarks: Float32Array): Rgb {
  const found = UPPER_LIDS.flatMap((points) =>
    points.slice(2, -2).map((point): Rgb => {
      const column = clamp(Math.round(landmarks[point * 3]), 0, width - 1);
      let darkest: Rgb = [255, 255, 255];
      for (let step = -SOUGHT; step <= SOUGHT; step += 1) {
        const row = clamp(Math.round(landmarks[point * 3 + 1]) + step, 0, height - 1);
        const at = (row * width + column) * 4;
        const colour: Rgb = [pixels[at], pixels[at + 1], pixels[at + 2]];
        darkest = lumaOf(colour) < lumaOf(darkest) ? colour : darkest;
      }
      return darkest;
    }),
  );
  const median = (channel: 0 | 1 | 2): number => medianOf(found.map((colour) => colour[channel]));
  return [median(0), median(1), median(2)];
}
