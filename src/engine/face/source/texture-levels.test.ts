import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { FaceSource } from './face-source.ts';
import { makeTextureLevels } from './texture-levels.ts';

const SIZE = 64;

it('keeps the red of bright lips red', () => {
  const source = makeSource([170, 145, 130], [255, 30, 30]);
  const [level] = makeTextureLevels(source, createI420Frame(SIZE, SIZE));
  expect(level!.frame.v[0]).toBeGreaterThan(200);
});

it('keeps the red of dark lips, and does not believe that of other things as dark', () => {
  const [level] = makeTextureLevels(
    makeSource([230, 215, 205], [110, 20, 30]),
    createI420Frame(SIZE, SIZE),
  );
  const redAt = (column: number): number => level!.frame.v[2 * level!.frame.strideV + column]!;
  expect(redAt(4)).toBeGreaterThan(175);
  expect(redAt(28)).toBeLessThan(redAt(4) - 25);
});

/** Creates skin below a band of another colour, whose left half is lips. */
function makeSource(
  skin: readonly [red: number, green: number, blue: number],
  band: readonly [red: number, green: number, blue: number],
): FaceSource {
  const plane = (channel: 0 | 1 | 2): Float32Array =>
    Float32Array.from({ length: SIZE * SIZE }, (_, index) =>
      index < SIZE * 8 ? band[channel] : skin[channel],
    );
  const points = new Float32Array(MESH_POINT_COUNT * 2);
  LIPS_OUTER.forEach((point, index) => {
    const angle = (index / LIPS_OUTER.length) * 2 * Math.PI;
    points.set([SIZE / 4 + SIZE * 0.3 * Math.cos(angle), 4 + 8 * Math.sin(angle)], point * 2);
  });
  return {
    layout: { size: SIZE, points },
    colours: { red: plane(0), green: plane(1), blue: plane(2) },
    mask: new Uint8Array(SIZE * SIZE).fill(255),
  } as unknown as FaceSource;
}
