import { expect, it } from 'vitest';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';
import { deviation } from '../../vision/math.ts';
import { createSkinMatch } from './skin-match.ts';

const BLACK = 16;

/** Texture with points on a disc, the outline around it. */
const texture = new Float32Array(MESH_POINT_COUNT * 2);
for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
  const distance = 0.42 * Math.sqrt(point / MESH_POINT_COUNT);
  texture[point * 2] = 0.5 + distance * Math.cos(point * 2.4);
  texture[point * 2 + 1] = 0.5 + distance * Math.sin(point * 2.4);
}
FACE_OVAL.forEach((point, index) => {
  const angle = (index / FACE_OVAL.length) * 2 * Math.PI;
  texture[point * 2] = 0.5 + 0.45 * Math.cos(angle);
  texture[point * 2 + 1] = 0.5 + 0.45 * Math.sin(angle);
});
const face = {
  texture,
  positions: new Float32Array(0),
  triangles: new Uint16Array(0),
  poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
};

it('leaves skin as it is when source and target are the same', () => {
  const skin = makeSkin((x) => 100 + 60 * x, 120);
  const wanted = createMatch(skin, skin);
  expect(Math.max(...wanted.y.map((value, at) => Math.abs(value - skin.y[at]!)))).toBeLessThan(0.5);
  expect(Math.max(...wanted.u.map((value, at) => Math.abs(value - skin.u[at]!)))).toBeLessThan(0.1);
});

it('keeps a shadow of the source in the light of the target, and meets its colours at the border', () => {
  const isShadow = (x: number, y: number): boolean => Math.hypot(x - 0.5, y - 0.5) < 0.07;
  const source = makeSkin((x, y) => (isShadow(x, y) ? 80 : 140), 118);
  const target = makeSkin((x) => 60 + 80 * x, 110);
  const wanted = createMatch(source, target);
  const at = (x: number, y: number): number => nearest(x, y);
  expect(wanted.y[at(0.5, 0.5)]).toBeLessThan(wanted.y[at(0.5, 0.68)]! - 15);
  expect(wanted.y[at(0.68, 0.5)]).toBeGreaterThan(wanted.y[at(0.32, 0.5)]! + 10);
  for (const point of FACE_OVAL) {
    expect(Math.abs(wanted.y[point]! - target.y[point]!)).toBeLessThan(4);
    expect(Math.abs(wanted.u[point]! - target.u[point]!)).toBeLessThan(0.5);
  }
});

it('softens hard light of a source in soft light, and leaves soft light as soft', () => {
  const lit = (contrast: number): SkinColours =>
    makeSkin((x) => BLACK + 100 * Math.exp(contrast * Math.sin(16 * x)), 118);
  const contrastOf = (source: SkinColours, target: SkinColours): number =>
    deviation(createMatch(source, target).y.map((value) => Math.log(value - BLACK)));
  const [hard, soft] = [lit(0.4), lit(0.2)];
  const usual = contrastOf(hard, hard);
  expect(contrastOf(hard, soft)).toBeGreaterThan(0.4 * usual);
  expect(contrastOf(hard, soft)).toBeLessThan(0.7 * usual);
  expect(contrastOf(soft, hard)).toBeLessThan(usual);
  expect(contrastOf(hard, lit(0))).toBeGreaterThan(0.15 * usual);
});

it('takes light from one side from the target, not from the source', () => {
  const aside = makeSkin((x) => BLACK + 100 * Math.exp(x - 0.5), 118);
  const even = makeSkin(() => BLACK + 100, 118);
  const [left, right] = [nearest(0.3, 0.5), nearest(0.7, 0.5)];
  const onEven = createMatch(aside, even);
  expect(Math.abs(onEven.y[right]! - onEven.y[left]!)).toBeLessThan(3);
  const onAside = createMatch(even, aside);
  expect(onAside.y[right]! - onAside.y[left]!).toBeGreaterThan(
    0.9 * (aside.y[right]! - aside.y[left]!),
  );
});

it('makes no oval of cheeks that darken towards the ears in the photo alone, nor of such on the target alone', () => {
  const round = makeSkin(
    (x, y) => BLACK + 120 * Math.exp(-4 * Math.max(0, Math.hypot(x - 0.5, y - 0.5) - 0.2)),
    118,
  );
  const even = makeSkin(() => BLACK + 100, 118);
  const [rim, nearRim] = [nearest(0.5, 0.95), nearest(0.5, 0.83)];
  const onEven = createMatch(round, even);
  expect(Math.abs(onEven.y[nearRim]! - onEven.y[rim]!)).toBeLessThan(4);
  const onRound = createMatch(even, round);
  expect(Math.abs(onRound.y[rim]! - round.y[rim]!)).toBeLessThan(1);
  expect(Math.abs(onRound.y[nearRim]! - round.y[nearRim]!)).toBeLessThan(4);
});

it('limits points that are brighter than all of the target', () => {
  const source = makeSkin(
    (x, y) => BLACK + 80 + 90 * Math.exp(-60 * Math.hypot(x - 0.5, y - 0.5) ** 2),
    118,
  );
  const wanted = createMatch(
    source,
    makeSkin(() => BLACK + 100, 118),
  );
  expect(wanted.y[nearest(0.5, 0.5)]!).toBeGreaterThan(BLACK + 100);
  expect(wanted.y[nearest(0.5, 0.5)]!).toBeLessThan(BLACK + 115);
});

it('tells where its border is', () => {
  const { border } = createSkinMatch(face);
  expect(FACE_OVAL.every((point) => border[point] === 1)).toBe(true);
  expect(border[nearest(0.5, 0.4)]).toBe(0);
});

function makeSkin(luma: (x: number, y: number) => number, u: number): SkinColours {
  const skin = createSkinColours();
  skin.u.fill(u);
  skin.v.fill(140);
  skin.y.forEach((_, point) => {
    skin.y[point] = luma(texture[point * 2]!, texture[point * 2 + 1]!);
  });
  return skin;
}

function createMatch(source: SkinColours, target: SkinColours): SkinColours {
  const match = createSkinMatch(face);
  const wanted = createSkinColours();
  match.setSource(source, BLACK);
  match.match(target, BLACK, wanted);
  return wanted;
}

function nearest(x: number, y: number): number {
  let best = 0;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const distanceOf = (at: number): number =>
      Math.hypot(texture[at * 2]! - x, texture[at * 2 + 1]! - y);
    best = distanceOf(point) < distanceOf(best) ? point : best;
  }
  return best;
}
