import { expect, it } from 'vitest';
import { createRaster, type Raster } from '../raster/raster.ts';
import { fixRedEyes } from './red-eyes.ts';

const SIZE = 60;
const WHITE = [220, 210, 205] as const;
const IRIS = [120, 84, 50] as const;
const LAMP = [250, 246, 244] as const;
const eyes = new Float32Array(SIZE * SIZE).fill(1);
const centres = [15, 45] as const;
const RADIUS = 9;
const edge = [
  [0, 0],
  [RADIUS, 0],
  [0, RADIUS],
  [-RADIUS, 0],
  [0, -RADIUS],
] as const;
const iris = Float32Array.from(
  centres.flatMap((x) => edge.flatMap(([across, down]) => [x + across, 30 + down, 0])),
);

/** Two eyes with pupils of a colour, each with the reflection of a lamp. */
function drawEyes(pupil: readonly [number, number, number]): Raster {
  const raster = createRaster(SIZE, SIZE);
  for (let index = 0; index < SIZE * SIZE; index += 1) {
    const [x, y] = [(index % SIZE) + 0.5, Math.floor(index / SIZE) + 0.5];
    const distance = Math.min(...centres.map((centre) => Math.hypot(x - centre, y - 30)));
    const isLamp = centres.some((centre) => Math.hypot(x - centre - 2, y - 28) < 1.5);
    const colour = isLamp ? LAMP : distance < 5 ? pupil : distance < RADIUS ? IRIS : WHITE;
    raster.pixels.set(colour, index * 4);
  }
  return raster;
}

function readAt({ pixels }: Raster, x: number, y: number): number[] {
  const at = (y * SIZE + x) * 4;
  return [...pixels.subarray(at, at + 3)];
}

it('makes red pupils dark and neutral, and leaves the reflection, the iris and the white', () => {
  const raster = drawEyes([210, 40, 46]);
  expect(fixRedEyes(raster, eyes, [{ iris }])).toBe(2);
  for (const x of centres) {
    const pupil = readAt(raster, x - 2, 31);
    expect(Math.max(...pupil)).toBeLessThan(60);
    expect(Math.max(...pupil) - Math.min(...pupil)).toBeLessThan(6);
    expect(readAt(raster, x + 1, 27)).toEqual([...LAMP]);
    expect(readAt(raster, x - 7, 30)[0]).toBeGreaterThan(IRIS[0] - 4);
    expect(readAt(raster, x, 42)).toEqual([...WHITE]);
  }
});

it('changes nothing where pupils are black, brown or pink from tears', () => {
  for (const pupil of [[20, 18, 18], IRIS, [190, 130, 126]] as const) {
    const raster = drawEyes(pupil);
    expect(fixRedEyes(raster, eyes, [{ iris }])).toBe(0);
    expect(raster.pixels).toEqual(drawEyes(pupil).pixels);
  }
});

it('changes nothing beyond the lids', () => {
  const raster = drawEyes([210, 40, 46]);
  fixRedEyes(raster, new Float32Array(SIZE * SIZE), [{ iris }]);
  expect(raster.pixels).toEqual(drawEyes([210, 40, 46]).pixels);
});
