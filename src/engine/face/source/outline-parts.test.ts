import { expect, it } from 'vitest';
import {
  LEFT_BROW,
  LEFT_EYE,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { outlineSockets } from './outline-parts.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 256;
/** Points below the lids, from the nose outwards. */
const BELOW = [
  [244, 233, 232, 231, 230, 229, 228, 226],
  [464, 453, 452, 451, 450, 449, 448, 446],
];
const [BROW_ROW, LID_ROW, EYE_ROW] = [80, 100, 120];

it('outlines lids with brows and eyes, or without', () => {
  const layout = makeLayout();
  const rows = [BROW_ROW, LID_ROW, EYE_ROW];
  const columns = [64, 192];
  for (const [options, wanted] of [
    [{}, [1, 1, 0]],
    [{ withEyes: true }, [1, 1, 1]],
    [{ withEyes: true, withBrows: false }, [0, 1, 1]],
  ] as const) {
    const sockets = outlineSockets(layout, options);
    for (const column of columns) {
      expect(rows.map((row) => Math.round(sockets[row * SIZE + column]!))).toEqual(wanted);
    }
  }
});

/** Brows, eyes and the edge below the lids on both sides of a texture. */
function makeLayout(): TextureLayout {
  const points = new Float32Array(MESH_POINT_COUNT * 2);
  const outlines = [
    [LEFT_BROW, LEFT_EYE],
    [RIGHT_BROW, RIGHT_EYE],
  ] as const;
  for (const [side, [brow, eye]] of outlines.entries()) {
    const middle = side === 0 ? 64 : 192;
    const inwards = side === 0 ? 1 : -1;
    // The upper edge of a brow comes first, from the temple inwards.
    setRing(brow, { middle, row: BROW_ROW, height: 8, inwards });
    setRing(eye, { middle, row: EYE_ROW, height: 8, inwards });
    for (const [index, point] of BELOW[side]!.entries()) {
      points.set([middle + inwards * (28 - index * 8), EYE_ROW + 20], point * 2);
    }
  }
  return { size: SIZE, points, triangles: new Uint16Array(), drawn: new Uint16Array() };

  function setRing(
    outline: readonly number[],
    at: { middle: number; row: number; height: number; inwards: number },
  ): void {
    for (const [index, point] of outline.entries()) {
      const angle = Math.PI * (1 + (2 * index) / outline.length);
      const x = at.middle + at.inwards * 28 * Math.cos(angle);
      points.set([x, at.row + at.height * Math.sin(angle)], point * 2);
    }
  }
}
