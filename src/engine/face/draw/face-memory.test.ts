import { expect, test } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createFaceMemories, hasOtherLight, noteLight } from './face-memory.ts';

const SIZE = 64;

/** Creates a mesh with points across the whole image, the last ones beyond its edge. */
function spreadMesh(): Float32Array {
  let state = 1;
  return Float32Array.from({ length: MESH_POINT_COUNT * 3 }, () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % (SIZE + 4);
  });
}

function paint(lumaAt: (x: number, y: number) => number): I420Frame {
  const frame = createI420Frame(SIZE, SIZE);
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    frame.y[at] = lumaAt(at % SIZE, Math.floor(at / SIZE));
  }
  return frame;
}

test('light is another when lamps or shadows come, not when pictures are noisy', () => {
  const memory = createFaceMemories().recall(1, true);
  const mesh = spreadMesh();
  noteLight(
    memory,
    paint((x, y) => 100 + x + (y % 2 === 0 ? 3 : -3)),
    mesh,
  );
  expect(
    hasOtherLight(
      memory,
      paint((x) => 100 + x + (x % 2 === 0 ? 3 : -3)),
      mesh,
    ),
  ).toBe(false);
  expect(
    hasOtherLight(
      memory,
      paint((x) => 104 + x),
      mesh,
    ),
  ).toBe(true);
  expect(
    hasOtherLight(
      memory,
      paint((x, y) => 100 + x + (y < 32 ? 20 : -20)),
      mesh,
    ),
  ).toBe(true);
});
