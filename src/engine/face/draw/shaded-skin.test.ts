import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createShadeMeter } from './shaded-skin.ts';

const SIZE = 200;
const BLACK = 16;
const SKIN = { y: 136, u: 110, v: 150 };
const CHEEKS = Uint16Array.of(50, 205, 101);
const POINT = 123;

it('takes smooth dark skin of the same hue for shade, also in grain', () => {
  expect(measure({ y: 70, u: 118, v: 140 })).toBe(1);
  expect(measure({ y: 70, u: 118, v: 140 }, { grain: 8 })).toBeGreaterThan(0.9);
});

it('does not take strands, red hair, leaves or black hair for shade', () => {
  expect(measure({ y: 70, u: 118, v: 140 }, { strands: 12 })).toBe(0);
  expect(measure({ y: 70, u: 104, v: 158 })).toBe(0);
  expect(measure({ y: 70, u: 118, v: 116 })).toBe(0);
  expect(measure({ y: 24, u: 128, v: 128 })).toBe(0);
});

it.each([
  ['as dark as black hair', { light: 0.07 }, 0],
  ['half as saturated, like grey hair', { saturation: 0.5 }, 0],
  ['greener', { turn: 0.35 }, 0],
  ['pinker', { turn: -0.35 }, 0],
  ['nearly twice as saturated in deep shade', { light: 0.25, saturation: 1.9 }, 1],
  ['nearly twice as saturated in little shade', { light: 0.7, saturation: 1.9 }, 0],
])('decides about the colour of skin that is %s', (_, change, isShade) => {
  expect(measure(shade(change))).toBeCloseTo(isShade, 1);
});

it('compares strands with the light on them, over an area that grows with the face', () => {
  expect(measure(shade({ light: 0.35 }), { strands: 1 })).toBeLessThan(0.1);
  expect(measure(shade({ light: 1 }), { strands: 1 })).toBeGreaterThan(0.9);
  expect(measure(shade({}), { strands: 12, strandsFrom: 156 })).toBe(1);
  expect(measure(shade({}), { strands: 12, strandsFrom: 156, height: 900 })).toBe(0);
});

/** Colour of skin at a fraction of its light; `turn` is the change of hue in radians. */
function shade({
  light = 0.45,
  saturation = 1,
  turn = 0,
}: {
  readonly light?: number;
  readonly saturation?: number;
  readonly turn?: number;
}): typeof SKIN {
  const [u, v] = [SKIN.u - 128, SKIN.v - 128];
  const factor = light * saturation;
  return {
    y: BLACK + light * (SKIN.y - BLACK),
    u: 128 + factor * (u * Math.cos(turn) - v * Math.sin(turn)),
    v: 128 + factor * (u * Math.sin(turn) + v * Math.cos(turn)),
  };
}

/** Measures a colour right of lit skin; grain is everywhere, strands only there, from a column on. */
function measure(
  colour: typeof SKIN,
  {
    grain = 0,
    strands = 0,
    strandsFrom = SIZE / 2,
    height = 180,
  }: {
    readonly grain?: number;
    readonly strands?: number;
    readonly strandsFrom?: number;
    readonly height?: number;
  } = {},
): number {
  const y = Uint8Array.from({ length: SIZE * SIZE }, (_, at) => {
    const [column, row] = [at % SIZE, Math.floor(at / SIZE)];
    const isDark = column > SIZE / 2;
    const rough = grain + (column > strandsFrom ? strands : 0);
    return (isDark ? colour.y : SKIN.y) + ((column + row) % 2 === 0 ? rough : -rough);
  });
  const chroma = new Uint8Array((SIZE * SIZE) / 4).fill(128);
  const half = SIZE / 2;
  const planes = { y, u: chroma, v: chroma, strideY: SIZE, strideU: half, strideV: half };
  const mesh = new Float32Array(MESH_POINT_COUNT * 3).fill(50);
  mesh.set([100, 100 - height / 2, 0], 10 * 3);
  mesh.set([100, 100 + height / 2, 0], 152 * 3);
  mesh.set([150, 100, 0], POINT * 3);
  const view = { frame: { width: SIZE, height: SIZE, ...planes }, mesh, black: BLACK };
  const meter = createShadeMeter();
  meter.setSkin(view, SKIN, CHEEKS);
  return meter.measure(view, colour, POINT);
}
