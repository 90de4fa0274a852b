/**
 * Gives drawn lips the detail of the target's. Lips of a photo are bent over a mouth that moves: their corners fold, their
 * outline becomes a ring and their highlights smear. The lips of the warped frame move by themselves, so fine differences
 * from them are removed, and what remains of the photo is the colour of its lips, averaged over a part of the mouth. On
 * darker lips the detail is as much darker:
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
import type { FacePatch } from './face-patch.ts';
import { createLipArea, setLipArea, weighLips } from './lip-area.ts';

/** Detail of drawn lips; keeps its working memory. */
export interface LipDetail {
  /** Keeps the warped frame around the lips of a mesh (x, y, z per point, pixels of the frame). */
  keep(patch: FacePatch, mesh: Float32Array): void;
  /** Replaces the detail of the lips that were blended into the frame since; `black` is the luma of black. */
  restore(patch: FacePatch, black: number): void;
}

/** Fraction of the detail that is replaced. */
const REPLACED = 0.9;
/** Fraction of the additional chroma that remains: red lips of a photo glow in the light of a room. */
const CHROMA = 0.7;
/** Side of the squares over which colours are averaged, as a fraction of the mouth's width. */
const AVERAGED = 0.15;
/** Minimum sum of weights of an averaged colour. */
const MIN_WEIGHT = 1e-3;
/** Sums of each square: opacity, and weighted by it: kept luma above black, and differences of luma and both chromas. */
const SUMS = 5;
/**
 * Minimum gain of the kept detail: on dark lips it would be too strong, and the slit between them black. Pale lips do not
 * strengthen it, because it has the grain of the frame.
 */
const MIN_DETAIL = 0.3;
/** Difference in vividness between the target's and the drawn lips over which the latter come to be drawn fainter. */
const MORE_VIVID = [-6, 6] as const;

/** Nearness of every point to the lips, 0..1: above 0 where their detail may be replaced. */
export const lipNearnessOf = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, LIPS_OUTER, [0.03, 0.04]),
);

/** Creates the detail of lips. */
export function createLipDetail(): LipDetail {
  return new WarpedLips();
}

/** Kept planes of the frame, and those with a value for four pixels, as chroma has. */
interface LipPlanes {
  readonly luma: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** Weight of the area whose detail is replaced. */
  readonly replaced: Float32Array;
  /** Change of the kept luma where the face is drawn: `offset + slope * luma`. */
  readonly offset: Float32Array;
  readonly slope: Float32Array;
  readonly line: Float32Array;
}

function createPlanes(size: number): LipPlanes {
  return {
    luma: new Uint8Array(size * 4),
    u: new Uint8Array(size),
    v: new Uint8Array(size),
    replaced: new Float32Array(size),
    offset: new Float32Array(size),
    slope: new Float32Array(size),
    line: new Float32Array(size),
  };
}

class WarpedLips implements LipDetail {
  readonly #area = createLipArea();
  #planes = createPlanes(0);
  /** Averages at a value of the area: luma of the kept lips above black, gain of their detail, and differences. */
  readonly #averaged = { kept: 0, gain: 1, y: 0, u: 0, v: 0 };
  /** Sums of the squares and the number of squares in a row. */
  #squares = new Float32Array(0);
  #columns = 0;

  keep(patch: FacePatch, mesh: Float32Array): void {
    setLipArea(this.#area, patch, mesh);
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

  restore(patch: FacePatch, black: number): void {
    const { left, top, right, bottom } = this.#area;
    if (right <= left || bottom <= top) {
      return;
    }
    const width = (right - left) >> 1;
    const height = (bottom - top) >> 1;
    const side = Math.max(1, (AVERAGED * this.#area.mouth.width) / 2);
    this.#weigh(width, height);
    this.#measure(patch, { width, height, side, black });
    this.#replaceChroma(patch, { width, height, side, black });
    this.#replaceLuma(patch, width, height);
  }

  /** Sets the weight of what is replaced. */
  #weigh(width: number, height: number): void {
    const { replaced, line } = this.#planes;
    replaced.fill(0, 0, width * height);
    const { outline, fade } = this.#area;
    fillFlatPolygon({ plane: replaced, width, height }, outline, 1);
    boxBlurPart({ plane: replaced, width, height }, Math.max(1, Math.round(fade / 2)), line);
  }

  /** Sums up the differences of the drawn lips from the kept frame in each square. */
  #measure(
    { arena, planes, width: line }: FacePatch,
    { width, height, side, black }: Squares,
  ): void {
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
        const each = replaced[at] === 0 ? 0 : replaced[at] * weighLips(this.#area, column, row);
        if (each > 0) {
          const sum = (first + Math.floor(column / side)) * SUMS;
          const drawn = sumOfFour(bytes, atY + 2 * column, lineY);
          const kept = sumOfFour(luma, 2 * (2 * row * width + column), 2 * width);
          const opacity = sumOfFour(bytes, shown + 2 * column, line) / (4 * 255);
          squares[sum] += each * opacity;
          squares[sum + 1] += each * opacity * (kept / 4 - black);
          squares[sum + 2] += (each * (drawn - kept)) / 4;
          squares[sum + 3] += each * (bytes[atU + column] - u[at]);
          squares[sum + 4] += each * (bytes[atV + column] - v[at]);
        }
      }
    }
  }

  /**
   * Sets the chroma of the frame to the kept one and the averaged differences, as far as the face is drawn, and the change
   * of its luma.
   */
  #replaceChroma(
    { arena, planes, width: line }: FacePatch,
    { width, height, side, black }: Squares,
  ): void {
    const { bytes } = arena.views;
    const { frameU, frameV, lineU, lineV, mask } = planes;
    const { left, top } = this.#area;
    const { u, v, replaced, offset, slope } = this.#planes;
    const averaged = this.#averaged;
    for (let row = 0, at = 0; row < height; row += 1) {
      const atU = frameU + ((top >> 1) + row) * lineU + (left >> 1);
      const atV = frameV + ((top >> 1) + row) * lineV + (left >> 1);
      const shown = mask + (top + 2 * row) * line + left;
      for (let column = 0; column < width; column += 1, at += 1) {
        const part = REPLACED * replaced[at];
        if (part === 0) {
          slope[at] = 0;
          offset[at] = 0;
          continue;
        }
        this.#average(column, row, side);
        const chroma = this.#limitVividness(u[at] - 128, v[at] - 128);
        const opacity = (chroma * sumOfFour(bytes, shown + 2 * column, line)) / (4 * 255);
        approach(bytes, atU + column, u[at] + opacity * averaged.u, part);
        approach(bytes, atV + column, v[at] + opacity * averaged.v, part);
        slope[at] = averaged.gain - 1;
        offset[at] = averaged.y - slope[at] * (black + averaged.kept);
      }
    }
  }

  /** Changes the luma: interpolated for every pixel, because steps of two pixels would be a grid on large lips. */
  #replaceLuma({ arena, planes, width: line }: FacePatch, width: number, height: number): void {
    const { bytes } = arena.views;
    const { frameY, lineY, mask } = planes;
    const { left, top } = this.#area;
    const { luma, replaced, offset, slope } = this.#planes;
    for (let row = 0; row < 2 * height; row += 1) {
      const first = (row >> 1) * width;
      const down = (row & 1) === 0 ? (row === 0 ? 0 : -width) : row === 2 * height - 1 ? 0 : width;
      const atY = frameY + (top + row) * lineY + left;
      const shown = mask + (top + row) * line + left;
      const kept = 2 * row * width;
      for (let column = 0; column < 2 * width; column += 1) {
        const at = first + (column >> 1);
        if (replaced[at] > 0) {
          const isLeft = (column & 1) === 0;
          const across = isLeft ? (column === 0 ? 0 : -1) : column === 2 * width - 1 ? 0 : 1;
          const own = luma[kept + column];
          const change =
            interpolate(offset, at, across, down) + interpolate(slope, at, across, down) * own;
          const wanted = own + (bytes[shown + column] / 255) * change;
          const part = REPLACED * interpolate(replaced, at, across, down);
          approach(bytes, atY + column, wanted, part);
        }
      }
    }
  }

  /** Fraction of the averaged difference in chroma that is drawn over these lips. */
  #limitVividness(keptU: number, keptV: number): number {
    const { u, v } = this.#averaged;
    const kept = Math.sqrt(keptU * keptU + keptV * keptV);
    const drawn = Math.sqrt((keptU + u) ** 2 + (keptV + v) ** 2);
    return 1 - (1 - CHROMA) * smoothstep(MORE_VIVID[0], MORE_VIVID[1], drawn - kept);
  }

  /** Sets the averages at a value of the area, less beyond the corners of the mouth. */
  #average(column: number, row: number, side: number): void {
    const x = (column + 0.5) / side + 0.5;
    const y = (row + 0.5) / side + 0.5;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const first = (top * this.#columns + left) * SUMS;
    const opacity = this.#interpolateSum(first, x - left, y - top);
    const each = 1 / Math.max(MIN_WEIGHT, opacity);
    const ofLips = each * weighLips(this.#area, column, row);
    const averaged = this.#averaged;
    averaged.kept = each * this.#interpolateSum(first + 1, x - left, y - top);
    averaged.y = ofLips * this.#interpolateSum(first + 2, x - left, y - top);
    averaged.u = ofLips * this.#interpolateSum(first + 3, x - left, y - top);
    averaged.v = ofLips * this.#interpolateSum(first + 4, x - left, y - top);
    averaged.gain = clamp(1 + averaged.y / Math.max(1, averaged.kept), MIN_DETAIL, 1);
  }

  /** Interpolates a sum between four squares, the first of which has it at this index. */
  #interpolateSum(at: number, across: number, down: number): number {
    const squares = this.#squares;
    const below = at + this.#columns * SUMS;
    const upper = squares[at] + (squares[at + SUMS] - squares[at]) * across;
    const lower = squares[below] + (squares[below + SUMS] - squares[below]) * across;
    return upper + (lower - upper) * down;
  }
}

/** Size of the area in values, the side of its squares, and the luma of black. */
interface Squares {
  readonly width: number;
  readonly height: number;
  readonly side: number;
  readonly black: number;
}

/** Value at one of the four pixels of a value; the neighbours beside it are these steps away, 0 at an edge. */
function interpolate(plane: Float32Array, at: number, across: number, down: number): number {
  const beside = plane[at + across] + plane[at + down];
  return (9 * plane[at] + 3 * beside + plane[at + down + across]) / 16;
}

function sumOfFour(values: Uint8Array, at: number, line: number): number {
  return values[at] + values[at + 1] + values[at + line] + values[at + line + 1];
}

function approach(bytes: Uint8Array, at: number, wanted: number, part: number): void {
  bytes[at] = clamp(Math.round(bytes[at] + part * (wanted - bytes[at])), 0, 255);
}
