import { describe, expect, it } from 'vitest';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { createSkinColours, NOSTRILS, type SkinColours } from './skin-field.ts';
import { createSkinTint } from './skin-tint.ts';

const light = { black: 16, reference: 120 };
const LUMA = light.black + light.reference;
const LIP = LIPS_OUTER[0]!;
const LID = LEFT_EYE[4]!;
const CHEEK = 50;
/** Points of the outline, where the background begins, and of facial features. */
const others = [FACE_OVAL, LEFT_BROW, RIGHT_BROW, LEFT_EYE, RIGHT_EYE, NOSTRILS, REFINED_LIPS];
const isSkin = new Uint8Array(MESH_POINT_COUNT).fill(1);
for (const point of [...LIPS_OUTER, ...others.flatMap((list) => [...list])]) {
  isSkin[point] = 0;
}

describe('the tint of a face', () => {
  it('stays as it is where source and target agree', () => {
    const skin = makeSkin((point) => [120 + (point % 5), 140 + (point % 7)]);
    const tinted = tint({ own: skin, target: skin });
    expect(largestDifference(tinted.u, skin.u)).toBeLessThan(0.05);
    expect(largestDifference(tinted.v, skin.v)).toBeLessThan(0.05);
  });

  it('is spread as that of the target is, whether the source has more of it or less', () => {
    const target = makeSkin((point) => [
      118 + 3 * waveAt(point, 0.13),
      146 + 3 * waveAt(point, 0.31),
    ]);
    for (const strength of [0, 2, 4, 7]) {
      const own = makeSkin((point) => [
        118 + strength * waveAt(point, 0.7),
        146 + strength * waveAt(point, 0.9),
      ]);
      const tinted = tint({ own, target });
      expect(computeSpread(tinted.u) / computeSpread(target.u)).toBeGreaterThan(0.8);
      expect(computeSpread(tinted.u) / computeSpread(target.u)).toBeLessThan(1.25);
      expect(computeSpread(tinted.v) / computeSpread(target.v)).toBeGreaterThan(0.8);
      expect(computeSpread(tinted.v) / computeSpread(target.v)).toBeLessThan(1.25);
    }
  });

  it('is spread as that of the target is seen to be, where shadows take colour away', () => {
    const lit = (point: number): number => (point % 2 === 0 ? 0.5 : 1.1);
    const luma = makeSkin(() => [0, 0]).y.map((_, at) => light.black + lit(at) * light.reference);
    const target = makeSkin((point) => [128, 128 + lit(point) * (6 + 3 * waveAt(point, 0.31))]);
    // Its chroma grows with light except in shadow: under even light both would have the same spread.
    const own = makeSkin((point) => [128, 134 + (lit(point) > 1 ? 9 : 0) * waveAt(point, 0.9)]);
    const { v } = tint({ own, target, luma, smooth: [128, 134] });
    const seen = v.map((value, point) => 128 + lit(point) * (value - 128));
    expect(computeSpread(seen) / computeSpread(target.v)).toBeGreaterThan(0.95);
    expect(computeSpread(seen) / computeSpread(target.v)).toBeLessThan(1.05);
  });

  it('comes near to that of the target where the source has a red patch, and leaves lips as red', () => {
    const target = makeSkin(() => [118, 146]);
    const own = makeSkin((point) => (point === CHEEK || point === LIP ? [108, 176] : [118, 146]));
    const tinted = tint({ own, target });
    expect(tinted.v[CHEEK]).toBeLessThan(152);
    expect(tinted.v[LIP]).toBeCloseTo(176, 0);
  });

  it('does not believe points that do not look like skin', () => {
    const target = makeSkin((point) => (point === CHEEK ? [128, 128] : [118, 146]));
    const own = makeSkin(() => [118, 146]);
    const likeness = new Float32Array(MESH_POINT_COUNT).fill(1);
    likeness[CHEEK] = 0;
    expect(tint({ own, target, likeness }).v[CHEEK]).toBeCloseTo(146, 0);
    likeness[CHEEK] = 1;
    expect(tint({ own, target, likeness }).v[CHEEK]).toBeLessThan(138);
  });

  it.each([
    ['bright', 120],
    ['dark', 38],
  ])('does not believe a beard on %s skin', (_, reference) => {
    const isBeard = (point: number): boolean => point >= 140 && point < 170;
    const target = makeSkin((point) => (isBeard(point) ? [126, 132] : [118, 146]), reference);
    for (let point = 140; point < 170; point += 1) {
      target.y[point] = light.black + reference / 2;
    }
    // Luma differences are weighted as by the skin field.
    const likeness = target.y.map((y) =>
      Math.exp(-0.5 * ((y - light.black - reference) / 24) ** 2),
    );
    const tinted = tint({ own: makeSkin(() => [118, 146]), target, likeness, reference });
    const bearded = tinted.v.filter((__, point) => isBeard(point) && isSkin[point] === 1);
    expect(bearded.length).toBeGreaterThan(10);
    expect(Math.min(...bearded)).toBeGreaterThan(144);
  });

  it.each([
    ['black and white', 128],
    ['a grey that is hardly tinted', 128.6],
  ])('is nowhere in a picture in %s, neither on lips nor on lids', (_, grey) => {
    const target = makeSkin(() => [grey, grey]);
    const own = makeSkin((point) => (point === LIP || point === LID ? [100, 190] : [112, 150]));
    const { u, v } = tint({ own, target, smooth: [grey, grey], source: [112, 150] });
    for (const value of [...u, ...v]) {
      expect(Math.abs(value - grey)).toBeLessThan(1.5);
    }
  });

  it('leaves lips as much redder than skin that is half as colourful', () => {
    const target = makeSkin(() => [122, 138]);
    const own = makeSkin((point) => (point === LIP ? [108, 176] : [116, 148]));
    const tinted = tint({ own, target, smooth: [122, 138], source: [116, 148] });
    expect(tinted.v[LIP]! - 138).toBeCloseTo(176 - 148, 0);
  });

  it('is not spread over a whole face by three points that look like skin', () => {
    const target = makeSkin(() => [118, 146]);
    const own = makeSkin((point) => [118 + 4 * waveAt(point, 0.7), 146 + 4 * waveAt(point, 0.9)]);
    const likeness = new Float32Array(MESH_POINT_COUNT);
    const far = isSkin.reduce<number[]>((list, is, at) => (is === 1 ? [...list, at] : list), []);
    const none = tint({ own, target, likeness });
    for (const [index, point] of far.slice(40, 43).entries()) {
      likeness[point] = 1;
      target.u[point] = 98 + 20 * index;
      target.v[point] = 166 - 20 * index;
    }
    const few = tint({ own, target, likeness });
    const rest = far.filter((point) => likeness[point] === 0);
    const moved = rest.map((point) =>
      Math.hypot(few.u[point]! - none.u[point]!, few.v[point]! - none.v[point]!),
    );
    expect(Math.max(...moved)).toBeLessThan(1);
  });

  it('stays as it was brought to the target at the border, also in coloured light from one side', () => {
    const target = makeSkin((point) => [point % 2 === 0 ? 108 : 128, point % 2 === 0 ? 156 : 136]);
    const even = target;
    const held = new Float32Array(MESH_POINT_COUNT);
    for (const point of FACE_OVAL) {
      held[point] = 1;
    }
    const luma = new Float32Array(MESH_POINT_COUNT).fill(LUMA);
    // The spread of the source's own tint is narrowed where points are not held.
    const wanted = makeSkin((point) => [
      target.u[point]! + (held[point] === 1 ? 0 : 6 * waveAt(point, 0.7)),
      target.v[point]! + (held[point] === 1 ? 0 : 6 * waveAt(point, 0.9)),
    ]);
    const skinTint = createSkinTint(held);
    skinTint.setSource(target);
    const likeness = new Float32Array(MESH_POINT_COUNT).fill(1);
    const skin = { even, detail: makeSkin(() => [0, 0]), luma };
    skinTint.match({ shown: target, likeness }, light, skin, wanted);
    for (const point of FACE_OVAL) {
      expect(Math.abs(wanted.u[point]! - target.u[point]!)).toBeLessThan(0.01);
      expect(Math.abs(wanted.v[point]! - target.v[point]!)).toBeLessThan(0.01);
    }
  });

  it('never leaves the gamut', () => {
    const target = makeSkin((point) => [point % 2 === 0 ? 20 : 235, point % 3 === 0 ? 20 : 235]);
    const own = makeSkin((point) => [point % 2 === 0 ? 235 : 20, point % 3 === 0 ? 235 : 20]);
    const { u, v } = tint({ own, target });
    expect(Math.min(...u, ...v)).toBeGreaterThan(0);
    expect(Math.max(...u, ...v)).toBeLessThan(255);
  });
});

/** Returns the drawn colour of a source at every point; by default both faces have the target's smooth skin. */
function tint({
  own,
  target,
  likeness = new Float32Array(MESH_POINT_COUNT).fill(1),
  reference = light.reference,
  smooth = [118, 146],
  source = smooth,
  luma,
}: {
  readonly own: SkinColours;
  readonly target: SkinColours;
  readonly likeness?: Float32Array;
  /** Luma of both faces above black. */
  readonly reference?: number;
  /** Chroma of smooth skin, of the target and of the source. */
  readonly smooth?: readonly [u: number, v: number];
  readonly source?: readonly [u: number, v: number];
  /** Luma per point of both faces, where it varies. */
  readonly luma?: Float32Array;
}): SkinColours {
  const even = makeSkin(() => smooth, reference);
  const ownSkin = makeSkin(() => source, reference);
  const detail = createSkinColours();
  for (const channel of ['u', 'v'] as const) {
    detail[channel].set(own[channel].map((value, point) => value - ownSkin[channel][point]!));
  }
  const wanted = makeSkin(() => smooth, reference);
  const skinTint = createSkinTint(new Float32Array(MESH_POINT_COUNT));
  skinTint.setSource(ownSkin);
  if (luma !== undefined) {
    [even, target, wanted].forEach(({ y }) => y.set(luma));
  }
  const skin = { even, detail, luma: wanted.y.slice() };
  const gain = skinTint.match({ shown: target, likeness }, { ...light, reference }, skin, wanted);
  for (const channel of ['u', 'v'] as const) {
    wanted[channel].set(
      wanted[channel].map((value, point) => 128 + gain * (value + detail[channel][point]! - 128)),
    );
  }
  return wanted;
}

function makeSkin(
  colourOf: (point: number) => readonly [u: number, v: number],
  reference = light.reference,
): SkinColours {
  const skin = createSkinColours();
  skin.y.fill(light.black + reference);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const [u, v] = colourOf(point);
    skin.u[point] = u;
    skin.v[point] = v;
  }
  return skin;
}

function waveAt(point: number, step: number): number {
  return Math.sqrt(2) * Math.sin(point * step * 7);
}

function largestDifference(one: Float32Array, other: Float32Array): number {
  return Math.max(...one.map((value, at) => isSkin[at]! * Math.abs(value - other[at]!)));
}

function computeSpread(all: Float32Array): number {
  const values = all.filter((_, point) => isSkin[point] === 1);
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
}
