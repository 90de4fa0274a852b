import { expect, it } from 'vitest';
import { drawTexture } from './draw-texture.ts';

const SIZE = 8;

/** Draws a photo onto a square of the texture, `part` of it wide. */
function draw(
  red: Uint8Array<ArrayBuffer>,
  { side, part = 1 }: { readonly side: number; readonly part?: number },
): ReturnType<typeof drawTexture> {
  const photo = { red, green: red, blue: red, width: side, height: side };
  const toPoints = (length: number): Float32Array =>
    Float32Array.from([0, 0, part, 0, 0, 1, part, 1], (value) => value * length);
  const still = { step: 2, originX: 0, originY: 0, scale: 1 };
  return drawTexture(
    photo,
    {
      triangles: Uint16Array.from([0, 2, 1, 1, 2, 3]),
      to: { points: toPoints(SIZE), ...still },
      from: { points: toPoints(side), ...still },
    },
    { size: SIZE, facing: Float32Array.of(1, 1, 0.5, 0.5) },
  );
}

it('averages rows of a photo for which the texture has no room', () => {
  const side = 3 * SIZE;
  const lines = Uint8Array.from({ length: side * side }, (_, at) =>
    Math.floor(at / side) % 3 === 1 ? 20 : 200,
  );
  const { colours } = draw(lines, { side });
  for (const value of colours.red) {
    expect(value).toBeGreaterThan(120);
    expect(value).toBeLessThan(170);
  }
});

it('does not darken the edge of the mesh', () => {
  const { colours } = draw(new Uint8Array(SIZE * SIZE).fill(200), { side: SIZE, part: 0.56 });
  const drawn = colours.green.filter((value) => value > 0);
  expect(drawn.length).toBeGreaterThan(0.5 * SIZE * SIZE);
  expect(drawn.length).toBeLessThan(0.7 * SIZE * SIZE);
  expect(Math.min(...drawn)).toBe(200);
});

it('returns how far every pixel faces the viewer', () => {
  const { facing } = draw(new Uint8Array(SIZE * SIZE).fill(200), { side: SIZE });
  expect(facing[0]).toBeCloseTo(0.97, 1);
  expect(facing.at(-1)).toBeCloseTo(0.53, 1);
});
