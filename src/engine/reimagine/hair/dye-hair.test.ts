import { expect, it } from 'vitest';
import { VIEW_SIZE } from '../../head/head-view.ts';
import { planDye } from './dye-colour.ts';
import { dyeHair } from './dye-hair.ts';
import { measureStrands } from './strand-matte.ts';
import { VIEW_COUNT } from './hair-zones.ts';

const HAIR = [70, 48, 34] as const;
const GROUND = [206, 214, 222] as const;
const EDGE = VIEW_SIZE / 2;

/** Hair on the left of a light ground, between them a column that is half of both. */
function paint(): { colours: Float32Array; pixels: Uint8ClampedArray; hair: Uint8Array } {
  const colours = new Float32Array(VIEW_COUNT * 3);
  const pixels = new Uint8ClampedArray(VIEW_COUNT * 4).fill(255);
  const hair = new Uint8Array(VIEW_COUNT);
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    const column = index % VIEW_SIZE;
    const front = column < EDGE ? 1 : column === EDGE ? 0.5 : 0;
    hair[index] = column < EDGE ? 1 : 0;
    for (const channel of [0, 1, 2] as const) {
      const value = HAIR[channel] * front + GROUND[channel] * (1 - front);
      colours[index * 3 + channel] = value;
      pixels[index * 4 + channel] = value;
    }
  }
  return { colours, pixels, hair };
}

it('dyes hair and the part of hair in its edge, and nothing else', () => {
  const { colours, pixels, hair } = paint();
  const view = {
    colours,
    face: new Uint8Array(VIEW_COUNT),
    isInImage: new Uint8Array(VIEW_COUNT).fill(1),
  };
  const raster = { width: VIEW_SIZE, height: VIEW_SIZE, pixels: pixels.slice() };
  dyeHair(raster, {
    original: { width: VIEW_SIZE, height: VIEW_SIZE, pixels },
    toImage: { a: 1, b: 0, shiftX: 0, shiftY: 0 },
    matte: measureStrands(view, hair),
    dye: planDye(colours, hair, [32, 128, 128]),
    eyes: new Float32Array(VIEW_COUNT),
    amount: 1,
  });
  const changeAt = (column: number): number => {
    const at = (EDGE * VIEW_SIZE + column) * 4;
    return Math.abs((raster.pixels[at + 2] ?? 0) - (pixels[at + 2] ?? 0));
  };
  const whole = changeAt(EDGE - 60);
  expect(whole).toBeGreaterThan(40);
  expect(changeAt(EDGE)).toBeGreaterThan(whole * 0.3);
  expect(changeAt(EDGE)).toBeLessThan(whole * 0.8);
  expect(changeAt(EDGE + 2)).toBeLessThan(4);
  expect(changeAt(EDGE + 40)).toBe(0);
});
