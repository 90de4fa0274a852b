import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { LEFT_EYE, RIGHT_EYE } from '../../track/mesh-points.ts';
import { LashLine } from './lash-line.ts';

const SIZE = 120;
const [LID_ROW, LEFT, RIGHT] = [60, 20, 100];
const SKIN = [210, 160, 130, 255] as const;
const LASHES = [50, 40, 30, 255] as const;
const BRIGHT = 200;

/** Creates a mesh with both eyes side by side in one row and closed lids. */
function makeMesh(): Float32Array {
  const mesh = new Float32Array(478 * 3);
  [LEFT_EYE, RIGHT_EYE].forEach((outline, eye) => {
    outline.slice(0, 9).forEach((point, index) => {
      const along = (index / 8) * 0.4;
      const x = LEFT + (RIGHT - LEFT) * (eye === 0 ? along : 1 - along);
      mesh.set([x, LID_ROW + 0.5, 0], point * 3);
    });
  });
  return mesh;
}

/** Draws lids with a closure on a uniform frame. */
function draw(lids: number) {
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    pixels.set(Math.floor(at / SIZE) === LID_ROW + 1 ? LASHES : SKIN, at * 4);
  }
  const frame = createI420Frame(SIZE, SIZE, { matrix: 'bt601', isFullRange: true });
  frame.y.fill(BRIGHT);
  const mesh = makeMesh();
  new LashLine({ width: SIZE, height: SIZE, pixels }, mesh, 10).draw(frame, mesh, lids);
  return (column: number, row: number): number => frame.y[row * SIZE + column]!;
}

it('draws a line as dark as lashes along lids that meet, and leaves their corners', () => {
  const lumaAt = draw(1);
  for (const column of [36, 84]) {
    expect(lumaAt(column, LID_ROW)).toBeLessThan(80);
    expect(lumaAt(column, LID_ROW - 5)).toBe(BRIGHT);
    expect(lumaAt(column, LID_ROW + 5)).toBe(BRIGHT);
  }
  expect(lumaAt(LEFT, LID_ROW)).toBeGreaterThan(180);
});

it('draws nothing on eyes that are open', () => {
  const lumaAt = draw(0.5);
  expect(lumaAt(36, LID_ROW)).toBe(BRIGHT);
});
