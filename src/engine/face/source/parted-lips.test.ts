import { describe, expect, it } from 'vitest';
import { LIPS_INNER, LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { FACE_SHAPE_SIZE } from '../shape/face-shape.ts';
import { leaveParting, measureParting } from './parted-lips.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 256;
const MIDDLE = 160;

describe('lips', () => {
  it.each([
    ['that meet', 0, 2],
    ['that are parted', 1, 3],
  ])('%s leave the line between them to the target, and cover its lips', (_, parted, apart) => {
    const mask = new Float32Array(SIZE * SIZE).fill(1);
    leaveParting(mask, layout, parted);
    expect(mask[MIDDLE * SIZE + 128]).toBeLessThan(0.1);
    expect(mask[(MIDDLE - apart) * SIZE + 128]).toBe(1);
    expect(mask[(MIDDLE - apart + 1) * SIZE + 128]).toBeLessThan(1);
    expect(mask[MIDDLE * SIZE + 20]).toBe(1);
  });

  it.each([
    ['lips that meet', 0.02, 0],
    ['a smile', 0.8, 1],
  ])('are told by their distance: %s', (_, gap, parted) => {
    const shape = new Float32Array(FACE_SHAPE_SIZE);
    shape[LIPS_OUTER[0]! * 3] = -2.5;
    shape[LIPS_OUTER[10]! * 3] = 2.5;
    shape[LIPS_INNER[15]! * 3 + 1] = gap;
    expect(measureParting(shape)).toBe(parted);
  });
});

/** Layout with lips as ellipses around the middle of a row. */
const layout = makeLayout();

function makeLayout(): TextureLayout {
  const points = new Float32Array(MESH_POINT_COUNT * 2);
  const place = (outline: readonly number[], width: number, height: number): void => {
    for (const [index, point] of outline.entries()) {
      const angle = (2 * Math.PI * index) / outline.length;
      points[point * 2] = 128 + width * Math.cos(angle);
      points[point * 2 + 1] = MIDDLE + 0.5 + height * Math.sin(angle);
    }
  };
  place(LIPS_OUTER, 30, 11);
  place(LIPS_INNER, 25, 0.4);
  return { size: SIZE, points, triangles: new Uint16Array(), drawn: new Uint16Array() };
}
