/**
 * Gives drawn lips the detail of the target's. Lips of a photo are bent over a mouth that moves: their corners fold, their
 * outline becomes a ring and their highlights smear. The lips of the warped frame move by themselves, so fine differences
 * from them are removed, and what remains of the photo is the colour of its lips, averaged over a part of the mouth:
 *
 *   frame, warped -> kept -> face blended into it -> difference averaged on the lips -> kept frame + averaged difference
 */
import { fillFlatPolygon } from '../../pixels/fill-polygon.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import { boxBlurPart } from '../../vision/box-blur.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';
import type { DrawnArea, FacePatch } from './face-patch.ts';

/** Detail of drawn lips; keeps its working memory. */
export interface LipDetail {
  /** Keeps the warped frame around the lips of a mesh (x, y, z per point, pixels of the frame). */
  keep(patch: FacePatch, mesh: Float32Array): void;
  /** Replaces the detail of the lips that were blended into the frame since. */
  restore(patch: FacePatch): void;
}

/** Fraction of the detail that is replaced. */
const REPLACED = 0.9;
/** Fraction of the difference in chroma that remains: red lips of a photo glow in the light of a room. */
const CHROMA = 0.7;
/** Distances as fractions of the mouth's width: how far beyond its corners and beyond its lips detail is replaced as well. */
const BESIDE = 0.09;
const ABOVE = 0.01;
/** Radius, as a fraction of the same width, over which the outline fades. */
const FADE = 0.025;
/** Distances from the middle, as fractions of the width, between which the lips end: beyond, the photo has skin. */
const CORNER = [0.45, 0.53] as const;
/** Side of the squares over which colours are averaged, as a fraction of the width. */
const AVERAGED = 0.15;
/** Index of the right corner of the mouth in the outline; the left one is the first. */
const RIGHT = LIPS_OUTER.indexOf(291);
/** Minimum sum of weights of an averaged colour. */
const MIN_WEIGHT = 1e-3;
/** Sums of each square: weight, and weighted differences of luma and both chromas. */
const SUMS = 4;

/** Nearness of every point to the lips, 0..1: above 0 where their detail may be replaced. */
export const nearLips = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, LIPS_OUTER, [0.03, 0.04]),
);

/** Creates the detail of lips. */
export function createLipDetail(): LipDetail {
  return new WarpedLips();
}

/** Kept planes of the frame, and one with a value for four pixels, as chroma has. */
interface LipPlanes {
  readonly luma: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** Weight of the area whose detail is replaced. */
  readonly replaced: Float32Array;
  readonly line: Float32Array;
}

function createPlanes(size: number): LipPlanes {
  return {
    luma: new Uint8Array(size * 4),
    u: new Uint8Array(size),
    v: new Uint8Array(size),
    replaced: new Float32Array(size),
    line: new Float32Array(size),
  };
}

class WarpedLips implements LipDetail {
  /** Area around the lips in pixels of the patch, even. */
  readonly #area: DrawnArea = { left: 0, top: 0, right: 0, bottom: 0 };
  /** Outline of what is replaced: x, y per point in pixels of the patch, then in values of the area. */
  readonly #outline = new Float32Array(LIPS_OUTER.length * 2);
  /** Middle of the mouth in pixels of the patch, its width, and the direction from its left corner to its right one. */
  readonly #mouth = { x: 0, y: 0, width: 0, alongX: 1, alongY: 0 };
  #planes = createPlanes(0);
  readonly #averaged = { y: 0, u: 0, v: 0 };
  /** Sums of the squares and the number of squares in a row. */
  #squares = new Float32Array(0);
  #columns = 0;

  keep(patch: FacePatch, mesh: Float32Array): void {
    this.#setOutline(patch, mesh);
    this.#setArea(patch);
    const { left, top, right, bottom } = this.#area;
    const width = Math.max(0, right - left);
    const count = width * Math.max(0, bottom - top);
    if (count > this.#planes.luma.length) {
      this.#planes = createPlanes(count >> 2);
    }
    const { bytes } = patch.arena.views;
    const { frameY, frameU, frameV, lineY, lineU, lineV } = patch.planes;
    const { luma, u, v } = this.#planes;
    for (let at = 0, from = frameY + top * lineY + left; at < count; at += width, from += lineY) {
      luma.set(bytes.subarray(from, from + width), at);
    }
    const half = width >> 1;
    for (let row = 0; row * half < count >> 2; row += 1) {
      const fromU = frameU + ((top >> 1) + row) * lineU + (left >> 1);
      const fromV = frameV + ((top >> 1) + row) * lineV + (left >> 1);
      u.set(bytes.subarray(fromU, fromU + half), row * half);
      v.set(bytes.subarray(fromV, fromV + half), row * half);
    }
  }

  restore(patch: FacePatch): void {
    const { left, top, right, bottom } = this.#area;
    if (right <= left || bottom <= top) {
      return;
    }
    const width = (right - left) >> 1;
    const height = (bottom - top) >> 1;
    const side = Math.max(1, (AVERAGED * this.#mouth.width) / 2);
    this.#weigh(width, height);
    this.#measure(patch, { width, height, side });
    this.#replace(patch, { width, height, side });
  }

  /** Sets the weight of what is replaced. */
  #weigh(width: number, height: number): void {
    const { replaced, line } = this.#planes;
    const { left, top } = this.#area;
    const outline = this.#outline;
    for (let at = 0; at < outline.length; at += 2) {
      outline[at] = (outline[at] - left) / 2;
      outline[at + 1] = (outline[at + 1] - top) / 2;
    }
    replaced.fill(0, 0, width * height);
    fillFlatPolygon({ plane: replaced, width, height }, outline, 1);
    const fade = Math.max(1, Math.round((FADE * this.#mouth.width) / 2));
    boxBlurPart({ plane: replaced, width, height }, fade, line);
  }

  /** Sums up the differences of the drawn lips from the kept frame in each square. */
  #measure({ arena, planes, width: line }: FacePatch, { width, height, side }: Squares): void {
    const { bytes } = arena.views;
    const { frameY, frameU, frameV, lineY, lineU, lineV, mask } = planes;
    const { left, top } = this.#area;
    const { luma, u, v, replaced } = this.#planes;
    // One more square on each side, for interpolation.
    this.#columns = Math.ceil(width / side) + 2;
    const count = this.#columns * (Math.ceil(height / side) + 2) * SUMS;
    if (count > this.#squares.length) {
      this.#squares = new Float32Array(count);
    }
    const squares = this.#squares.fill(0);
    for (let row = 0, at = 0; row < height; row += 1) {
      const shown = mask + (top + 2 * row) * line + left;
      const atY = frameY + (top + 2 * row) * lineY + left;
      const atU = frameU + ((top >> 1) + row) * lineU + (left >> 1);
      const atV = frameV + ((top >> 1) + row) * lineV + (left >> 1);
      const first = (Math.floor(row / side) + 1) * this.#columns + 1;
      for (let column = 0; column < width; column += 1, at += 1) {
        const each = replaced[at] === 0 ? 0 : replaced[at] * this.#weighLips(column, row);
        if (each > 0) {
          const sum = (first + Math.floor(column / side)) * SUMS;
          const drawn = sumOfFour(bytes, atY + 2 * column, lineY);
          const kept = sumOfFour(luma, 2 * (2 * row * width + column), 2 * width);
          squares[sum] += (each * sumOfFour(bytes, shown + 2 * column, line)) / (4 * 255);
          squares[sum + 1] += (each * (drawn - kept)) / 4;
          squares[sum + 2] += each * (bytes[atU + column] - u[at]);
          squares[sum + 3] += each * (bytes[atV + column] - v[at]);
        }
      }
    }
  }

  /** Sets the frame to the kept one and the averaged differences, as far as the face is drawn. */
  #replace({ arena, planes, width: line }: FacePatch, { width, height, side }: Squares): void {
    const { bytes } = arena.views;
    const { frameY, frameU, frameV, lineY, lineU, lineV, mask } = planes;
    const { left, top } = this.#area;
    const { luma, u, v, replaced } = this.#planes;
    const averaged = this.#averaged;
    for (let row = 0, at = 0; row < height; row += 1) {
      const atU = frameU + ((top >> 1) + row) * lineU + (left >> 1);
      const atV = frameV + ((top >> 1) + row) * lineV + (left >> 1);
      for (let column = 0; column < width; column += 1, at += 1) {
        const part = REPLACED * replaced[at];
        if (part > 0) {
          this.#average(column, row, side);
          const shown = mask + (top + 2 * row) * line + left + 2 * column;
          const atY = frameY + (top + 2 * row) * lineY + left + 2 * column;
          const kept = 2 * (2 * row * width + column);
          for (let pixel = 0; pixel < 4; pixel += 1) {
            const right = pixel & 1;
            const down = pixel >> 1;
            const wanted =
              luma[kept + down * 2 * width + right] +
              (bytes[shown + down * line + right] / 255) * averaged.y;
            const fraction = this.#interpolateReplaced(at, 2 * right - 1, (2 * down - 1) * width);
            approach(bytes, atY + down * lineY + right, wanted, REPLACED * fraction);
          }
          const opacity = (CHROMA * sumOfFour(bytes, shown, line)) / (4 * 255);
          approach(bytes, atU + column, u[at] + opacity * averaged.u, part);
          approach(bytes, atV + column, v[at] + opacity * averaged.v, part);
        }
      }
    }
  }

  /** Weight of one of the four pixels of a value, nearer to its neighbours by these steps than the middle is. */
  #interpolateReplaced(at: number, across: number, down: number): number {
    const { replaced } = this.#planes;
    const beside = replaced[at + across] ?? 0;
    const below = replaced[at + down] ?? 0;
    const diagonal = replaced[at + down + across] ?? 0;
    return (9 * replaced[at] + 3 * (beside + below) + diagonal) / 16;
  }

  /** Sets the difference at a value of the area: interpolated between squares, and less beyond the corners of the mouth. */
  #average(column: number, row: number, side: number): void {
    const squares = this.#squares;
    const x = (column + 0.5) / side + 0.5;
    const y = (row + 0.5) / side + 0.5;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const toRight = x - left;
    const down = y - top;
    const one = (top * this.#columns + left) * SUMS;
    const below = one + this.#columns * SUMS;
    const a = (1 - toRight) * (1 - down);
    const b = toRight * (1 - down);
    const c = (1 - toRight) * down;
    const d = toRight * down;
    const weight =
      a * squares[one] + b * squares[one + SUMS] + c * squares[below] + d * squares[below + SUMS];
    const each = this.#weighLips(column, row) / Math.max(MIN_WEIGHT, weight);
    const averaged = this.#averaged;
    averaged.y =
      each *
      (a * squares[one + 1] +
        b * squares[one + SUMS + 1] +
        c * squares[below + 1] +
        d * squares[below + SUMS + 1]);
    averaged.u =
      each *
      (a * squares[one + 2] +
        b * squares[one + SUMS + 2] +
        c * squares[below + 2] +
        d * squares[below + SUMS + 2]);
    averaged.v =
      each *
      (a * squares[one + 3] +
        b * squares[one + SUMS + 3] +
        c * squares[below + 3] +
        d * squares[below + SUMS + 3]);
  }

  /** Weight of the lips at a value of the area: 0 beyond the corners of the mouth. */
  #weighLips(column: number, row: number): number {
    const { x, y, width, alongX, alongY } = this.#mouth;
    const { left, top } = this.#area;
    const along = (left + 2 * column + 1 - x) * alongX + (top + 2 * row + 1 - y) * alongY;
    return 1 - smoothstep(CORNER[0], CORNER[1], Math.abs(along) / width);
  }

  #setOutline({ left, top }: FacePatch, mesh: Float32Array): void {
    const [outline, mouth] = [this.#outline, this.#mouth];
    for (let index = 0; index < LIPS_OUTER.length; index += 1) {
      outline[2 * index] = mesh[LIPS_OUTER[index] * 3] - left;
      outline[2 * index + 1] = mesh[LIPS_OUTER[index] * 3 + 1] - top;
    }
    const right = outline[2 * RIGHT] - outline[0];
    const down = outline[2 * RIGHT + 1] - outline[1];
    mouth.x = outline[0] + right / 2;
    mouth.y = outline[1] + down / 2;
    mouth.width = Math.max(1, Math.hypot(right, down));
    mouth.alongX = right / mouth.width;
    mouth.alongY = down / mouth.width;
    const margin = ABOVE * mouth.width;
    for (let at = 0; at < outline.length; at += 2) {
      const x = outline[at] - mouth.x;
      const y = outline[at + 1] - mouth.y;
      const along = (x * mouth.alongX + y * mouth.alongY) * (1 + 2 * BESIDE);
      const across = y * mouth.alongX - x * mouth.alongY;
      const farther = across + clamp(across, -margin, margin);
      outline[at] = mouth.x + along * mouth.alongX - farther * mouth.alongY;
      outline[at + 1] = mouth.y + along * mouth.alongY + farther * mouth.alongX;
    }
  }

  #setArea({ drawn }: FacePatch): void {
    const [area, outline] = [this.#area, this.#outline];
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < outline.length; at += 2) {
      minX = Math.min(minX, outline[at]);
      maxX = Math.max(maxX, outline[at]);
      minY = Math.min(minY, outline[at + 1]);
      maxY = Math.max(maxY, outline[at + 1]);
    }
    const margin = FADE * this.#mouth.width + 2;
    area.left = Math.max(drawn.left, Math.floor((minX - margin) / 2) * 2);
    area.top = Math.max(drawn.top, Math.floor((minY - margin) / 2) * 2);
    area.right = Math.min(drawn.right, Math.ceil((maxX + margin) / 2) * 2);
    area.bottom = Math.min(drawn.bottom, Math.ceil((maxY + margin) / 2) * 2);
  }
}

/** Size of the area in values, and the side of its squares. */
interface Squares {
  readonly width: number;
  readonly height: number;
  readonly side: number;
}

function sumOfFour(values: Uint8Array, at: number, line: number): number {
  return values[at] + values[at + 1] + values[at + line] + values[at + line + 1];
}

function approach(bytes: Uint8Array, at: number, wanted: number, part: number): void {
  bytes[at] = clamp(Math.round(bytes[at] + part * (wanted - bytes[at])), 0, 255);
}
