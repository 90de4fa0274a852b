/**
 * Gives drawn lips the detail of the target's. Lips of a photo are bent over a mouth that moves: their corners fold, their
 * outline becomes a ring and their highlights smear. The lips of the warped frame move by themselves, so fine differences
 * from them are removed, and what remains of the photo is the colour of its lips, averaged over a part of the mouth:
 *
 *   frame, warped -> kept -> face blended into it -> difference averaged on the lips -> kept frame + averaged difference
 */
import { fillOutline } from '../../pixels/fill-polygon.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import { boxBlurPart } from '../../vision/box-blur.ts';
import { clamp } from '../../vision/math.ts';
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
/** Radii, as fractions of the same width, over which outlines fade and over which colours are averaged. */
const FADE = 0.025;
const AVERAGED = 0.1;
/** Index of the right corner of the mouth in the outline; the left one is the first. */
const RIGHT = LIPS_OUTER.indexOf(291);
/** Minimum sum of weights of an averaged colour. */
const MIN_WEIGHT = 1e-3;

/** Nearness of every point to the lips, 0..1: above 0 where their detail may be replaced. */
export const nearLips = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, LIPS_OUTER, [0.03, 0.04]),
);

/** Creates the detail of lips. */
export function createLipDetail(): LipDetail {
  return new WarpedLips();
}

/** Planes with a value for four pixels, as chroma has, except the kept luma. */
interface LipPlanes {
  readonly luma: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** Weight of the lips, and of the area whose detail is replaced. */
  readonly lips: Float32Array;
  readonly replaced: Float32Array;
  /** Weight of the differences, and the weighted differences. */
  readonly weight: Float32Array;
  readonly byY: Float32Array;
  readonly byU: Float32Array;
  readonly byV: Float32Array;
  readonly line: Float32Array;
}

function createPlanes(size: number): LipPlanes {
  const make = () => new Float32Array(size);
  return {
    luma: new Uint8Array(size * 4),
    u: new Uint8Array(size),
    v: new Uint8Array(size),
    lips: make(),
    replaced: make(),
    weight: make(),
    byY: make(),
    byU: make(),
    byV: make(),
    line: make(),
  };
}

class WarpedLips implements LipDetail {
  /** Area around the lips in pixels of the patch, even. */
  readonly #area: DrawnArea = { left: 0, top: 0, right: 0, bottom: 0 };
  /** Outline of the lips and of what is replaced: x, y per point in pixels of the patch. */
  readonly #outer = new Float32Array(LIPS_OUTER.length * 2);
  readonly #wider = new Float32Array(LIPS_OUTER.length * 2);
  /** An outline in half pixels of the area. */
  readonly #halved = new Float32Array(LIPS_OUTER.length * 2);
  #mouthWidth = 0;
  #planes = createPlanes(0);

  keep(patch: FacePatch, mesh: Float32Array): void {
    this.#setOutlines(patch, mesh);
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
    const [width, height] = [(right - left) >> 1, (bottom - top) >> 1];
    const { lips, replaced, weight, byY, byU, byV, line } = this.#planes;
    const fade = Math.max(1, Math.round((FADE * this.#mouthWidth) / 2));
    this.#fill(this.#outer, lips, width, height);
    this.#fill(this.#wider, replaced, width, height);
    boxBlurPart({ plane: lips, width, height }, fade, line);
    boxBlurPart({ plane: replaced, width, height }, fade, line);
    this.#measure(patch, width, height);
    const radius = Math.max(1, Math.round((AVERAGED * this.#mouthWidth) / 2));
    for (const plane of [weight, byY, byU, byV]) {
      boxBlurPart({ plane, width, height }, radius, line);
    }
    this.#replace(patch, width, height);
  }

  /** Sets the weighted differences of the drawn lips from the kept frame. */
  #measure({ arena, planes, width: line }: FacePatch, width: number, height: number): void {
    const { bytes } = arena.views;
    const { frameY, frameU, frameV, lineY, lineU, lineV, mask } = planes;
    const { left, top } = this.#area;
    const { luma, u, v, lips, weight, byY, byU, byV } = this.#planes;
    for (let row = 0, at = 0; row < height; row += 1) {
      let shown = mask + (top + 2 * row) * line + left;
      let atY = frameY + (top + 2 * row) * lineY + left;
      let kept = 4 * row * width;
      const atU = frameU + ((top >> 1) + row) * lineU + (left >> 1);
      const atV = frameV + ((top >> 1) + row) * lineV + (left >> 1);
      for (let column = 0; column < width; column += 1, at += 1, shown += 2, atY += 2, kept += 2) {
        const each = lips[at];
        weight[at] = (each * sumOfFour(bytes, shown, line)) / (4 * 255);
        byY[at] = (each * (sumOfFour(bytes, atY, lineY) - sumOfFour(luma, kept, 2 * width))) / 4;
        byU[at] = each * (bytes[atU + column] - u[at]);
        byV[at] = each * (bytes[atV + column] - v[at]);
      }
    }
  }

  /** Sets the frame to the kept one and the averaged differences, as far as the face is drawn. */
  #replace({ arena, planes, width: line }: FacePatch, width: number, height: number): void {
    const { bytes } = arena.views;
    const { frameY, frameU, frameV, lineY, lineU, lineV, mask } = planes;
    const { left, top } = this.#area;
    const { luma, u, v, lips, replaced, weight, byY, byU, byV } = this.#planes;
    for (let row = 0, at = 0; row < height; row += 1) {
      const atU = frameU + ((top >> 1) + row) * lineU + (left >> 1);
      const atV = frameV + ((top >> 1) + row) * lineV + (left >> 1);
      for (let column = 0; column < width; column += 1, at += 1) {
        const part = REPLACED * replaced[at];
        if (part > 0) {
          const each = lips[at] / Math.max(MIN_WEIGHT, weight[at]);
          const shown = mask + (top + 2 * row) * line + left + 2 * column;
          const atY = frameY + (top + 2 * row) * lineY + left + 2 * column;
          const kept = 4 * row * width + 2 * column;
          for (let pixel = 0; pixel < 4; pixel += 1) {
            const [right, down] = [pixel & 1, pixel >> 1];
            const opacity = bytes[shown + down * line + right] / 255;
            const wanted = luma[kept + down * 2 * width + right] + opacity * each * byY[at];
            approach(bytes, atY + down * lineY + right, wanted, part);
          }
          const chroma = (CHROMA * each * sumOfFour(bytes, shown, line)) / (4 * 255);
          approach(bytes, atU + column, u[at] + chroma * byU[at], part);
          approach(bytes, atV + column, v[at] + chroma * byV[at], part);
        }
      }
    }
  }

  #setOutlines({ left, top }: FacePatch, mesh: Float32Array): void {
    const [outer, wider] = [this.#outer, this.#wider];
    for (let index = 0; index < LIPS_OUTER.length; index += 1) {
      outer[2 * index] = mesh[LIPS_OUTER[index] * 3] - left;
      outer[2 * index + 1] = mesh[LIPS_OUTER[index] * 3 + 1] - top;
    }
    const [alongX, alongY] = [outer[2 * RIGHT] - outer[0], outer[2 * RIGHT + 1] - outer[1]];
    const [middleX, middleY] = [outer[0] + alongX / 2, outer[1] + alongY / 2];
    const width = Math.max(1, Math.hypot(alongX, alongY));
    const [unitX, unitY] = [alongX / width, alongY / width];
    for (let at = 0; at < wider.length; at += 2) {
      const [x, y] = [outer[at] - middleX, outer[at + 1] - middleY];
      const along = (x * unitX + y * unitY) * (1 + 2 * BESIDE);
      const across = y * unitX - x * unitY;
      const farther = across + clamp(across, -ABOVE * width, ABOVE * width);
      wider[at] = middleX + along * unitX - farther * unitY;
      wider[at + 1] = middleY + along * unitY + farther * unitX;
    }
    this.#mouthWidth = width;
  }

  #setArea({ drawn }: FacePatch): void {
    const [area, outline] = [this.#area, this.#wider];
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < outline.length; at += 2) {
      minX = Math.min(minX, outline[at]);
      maxX = Math.max(maxX, outline[at]);
      minY = Math.min(minY, outline[at + 1]);
      maxY = Math.max(maxY, outline[at + 1]);
    }
    const margin = FADE * this.#mouthWidth + 2;
    area.left = Math.max(drawn.left, Math.floor((minX - margin) / 2) * 2);
    area.top = Math.max(drawn.top, Math.floor((minY - margin) / 2) * 2);
    area.right = Math.min(drawn.right, Math.ceil((maxX + margin) / 2) * 2);
    area.bottom = Math.min(drawn.bottom, Math.ceil((maxY + margin) / 2) * 2);
  }

  /** Sets a plane to 1 within an outline and to 0 elsewhere. */
  #fill(outline: Float32Array, plane: Float32Array, width: number, height: number): void {
    const { left, top } = this.#area;
    for (let at = 0; at < outline.length; at += 2) {
      this.#halved[at] = (outline[at] - left) / 2;
      this.#halved[at + 1] = (outline[at + 1] - top) / 2;
    }
    plane.fill(0, 0, width * height);
    fillOutline({ plane, width, height }, this.#halved, 1);
  }
}

function sumOfFour(values: Uint8Array, at: number, line: number): number {
  return values[at] + values[at + 1] + values[at + line] + values[at + line + 1];
}

function approach(bytes: Uint8Array, at: number, wanted: number, part: number): void {
  bytes[at] = clamp(Math.round(bytes[at] + part * (wanted - bytes[at])), 0, 255);
}
