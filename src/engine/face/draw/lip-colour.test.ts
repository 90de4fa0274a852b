import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { limitLips, LIPS } from './lip-colour.ts';
import { createDrawnLight } from './face-patch.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';

const LIP = LIPS[0]!;
const CHEEK = 50;
const BLACK = 16;
const LUMA = 120;
const light = {
  black: BLACK,
  reference: LUMA - BLACK,
  chromaGain: 1,
  mouth: createDrawnLight().mouth,
};
const luma = new Float32Array(MESH_POINT_COUNT).fill(LUMA);

/**
 * Returns the distance of drawn lips from grey, given the distances of the skin, of the target's lips and of the
 * photo's lips from its skin.
 */
function drawLips({
  skin,
  ofTarget,
  redder,
  bluer = 0,
  hidden = 0,
}: {
  readonly skin: number;
  readonly ofTarget: number;
  readonly redder: number;
  /** Distance of the photo's lips from its skin towards blue. */
  readonly bluer?: number;
  /** Fraction of the lips, from the first point on, that a vivid object hides. */
  readonly hidden?: number;
}): {
  readonly lips: number;
  readonly hue: number;
  readonly blue: number;
  readonly cheek: number;
} {
  const target = { skin: coloured(skin), shown: coloured(ofTarget) };
  const wanted = coloured(skin);
  const detail = createSkinColours();
  for (const point of LIPS) {
    detail.u[point] = bluer - redder / 2;
    detail.v[point] = redder;
  }
  const occluded = new Float32Array(MESH_POINT_COUNT);
  for (const point of LIPS.subarray(0, hidden * LIPS.length)) {
    occluded[point] = 1;
    target.shown.v[point] = 128 + 100;
  }
  limitLips({ ...target, occluded }, light, { luma, detail }, wanted);
  const u = wanted.u[LIP]! + detail.u[LIP]! - 128;
  const v = wanted.v[LIP]! + detail.v[LIP]! - 128;
  return { lips: Math.hypot(u, v), hue: u / v, blue: u, cheek: wanted.v[CHEEK]! - 128 };
}

it('lets lips be a little more vivid than skin, and no more', () => {
  const pale = drawLips({ skin: 20, ofTarget: 22, redder: 3 });
  expect(pale.lips).toBeGreaterThan(22.5);
  const red = drawLips({ skin: 20, ofTarget: 22, redder: 30 });
  expect(red.lips).toBeGreaterThan(24);
  expect(red.lips).toBeLessThan(29);
  expect(red.hue).toBeLessThan(-0.15);
  expect(red.cheek).toBeCloseTo(20, 3);
});

it('lets pink lips of a photo come near to the tint of the skin', () => {
  const pink = drawLips({ skin: 20, ofTarget: 22, redder: 4, bluer: 12 });
  expect(pink.blue).toBeGreaterThan(3);
  expect(pink.blue).toBeLessThan(7);
});

it('lets them be as vivid as those of the target are', () => {
  const { lips } = drawLips({ skin: 20, ofTarget: 40, redder: 30 });
  expect(lips).toBeGreaterThan(36);
});

it('notes how vivid both lips are for the mouth between them', () => {
  drawLips({ skin: 20, ofTarget: 60, redder: 0 });
  expect(light.mouth.seen.v).toBeCloseTo(60, 3);
  expect(light.mouth.drawn.v).toBeCloseTo(20, 3);
});

it('tints no mouth with something before its lips', () => {
  drawLips({ skin: 20, ofTarget: 60, redder: 0, hidden: 0.2 });
  expect(light.mouth.seen.v).toBeCloseTo(0);
  expect(light.mouth.drawn.v).toBeCloseTo(0);
});

it('takes nothing that hides lips for lips', () => {
  const free = drawLips({ skin: 20, ofTarget: 22, redder: 30 });
  for (const hidden of [0.5, 1]) {
    const { lips } = drawLips({ skin: 20, ofTarget: 22, redder: 30, hidden });
    expect(lips).toBeCloseTo(free.lips, 3);
  }
});

it('leaves lips that are paler than skin', () => {
  const { lips } = drawLips({ skin: 30, ofTarget: 30, redder: -10 });
  expect(lips).toBeCloseTo(Math.hypot(20, 5), 3);
});

function coloured(v: number): SkinColours {
  const colours = createSkinColours();
  colours.y.fill(LUMA);
  colours.u.fill(128);
  colours.v.fill(128 + v);
  return colours;
}
