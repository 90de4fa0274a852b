import { describe, expect, test } from 'vitest';
import { createRaster } from '../raster/raster.ts';
import { cutPeople } from './cut-people.ts';

const SIZE = 48;

/** A red person in the middle before green; a further area, of a colour, is unsure. */
function drawScene(
  unsure: { readonly from: number; readonly to: number },
  colour: readonly number[],
): { readonly image: ReturnType<typeof createRaster>; readonly evidence: Float32Array } {
  const image = createRaster(SIZE, SIZE);
  const evidence = new Float32Array(SIZE * SIZE);
  for (let index = 0; index < evidence.length; index += 1) {
    const column = index % SIZE;
    const isPerson = column >= 18 && column < 30;
    const isUnsure = column >= unsure.from && column < unsure.to;
    evidence[index] = isUnsure ? 0.5 : isPerson ? 1 : 0;
    image.pixels.set(isUnsure ? colour : isPerson ? [200, 40, 30] : [30, 150, 60], index * 4);
  }
  return { image, evidence };
}

const box = { left: 20, top: 4, width: 8, height: 8 };

describe('a cut of people', () => {
  test('includes an unsure stripe of the colour of the person', () => {
    const { image, evidence } = drawScene({ from: 26, to: 34 }, [195, 45, 35]);
    const people = cutPeople(image, evidence, { faces: [{ box }], width: SIZE });
    expect(people[24 * SIZE + 30]).toBe(1);
    expect(people[24 * SIZE + 36]).toBe(0);
  });

  test('excludes an unsure area of the colour of the background', () => {
    const { image, evidence } = drawScene({ from: 30, to: 38 }, [32, 146, 62]);
    const people = cutPeople(image, evidence, { faces: [{ box }], width: SIZE });
    expect(people[24 * SIZE + 31]).toBe(0);
    expect(people[24 * SIZE + 28]).toBe(1);
  });

  test('excludes an unsure area far from every face', () => {
    const { image, evidence } = drawScene({ from: 42, to: 48 }, [90, 90, 90]);
    const people = cutPeople(image, evidence, { faces: [{ box }], width: SIZE });
    expect(people[24 * SIZE + 46]).toBe(0);
  });
});
