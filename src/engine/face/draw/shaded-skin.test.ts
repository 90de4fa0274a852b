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

/** Measures a colour right of lit skin; grain is everywhere, strands only there. */
function measure(
  colour: typeof SKIN,
  { grain = 0, strands = 0 }: { readonly grain?: number; readonly strands?: number } = {},
): number {
  const y = Uint8Array.from({ length: SIZE * SIZE }, (_, at) => {
    const [column, row] = [at % SIZE, Math.floor(at / SIZE)];
    const isDark = column > SIZE / 2;
    const rough = grain + (isDark ? strands : 0);
    return (isDark ? colour.y : SKIN.y) + ((column + row) % 2 === 0 ? rough : -rough);
  });
  const chroma = new Uint8Array((SIZE * SIZE) / 4).fill(128);
  const half = SIZE / 2;
  const planes = { y, u: chroma, v: chroma, strideY: SIZE, strideU: half, strideV: half };
  const mesh = new Float32Array(MESH_POINT_COUNT * 3).fill(50);
  mesh.set([100, 10, 0], 10 * 3);
  mesh.set([100, 190, 0], 152 * 3);
  mesh.set([150, 100, 0], POINT * 3);
  const view = { frame: { width: SIZE, height: SIZE, ...planes }, mesh, black: BLACK };
  const meter = createShadeMeter();
  meter.setSkin(view, SKIN, CHEEKS);
  return meter.measure(view, colour, POINT);
}
