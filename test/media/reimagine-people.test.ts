import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listHeads } from '../../src/engine/head/find-heads.ts';
import type { HeadModels } from '../../src/engine/head/swap-head.ts';
import { openCaptionFont } from '../../src/engine/io/caption-font.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { openBuiltInModel, type OpenedModel } from '../../src/engine/models/open-fixed-model.ts';
import { openFaceModels, type OpenedFaceModels } from '../../src/engine/models/tracker-models.ts';
import type { RgbaImage } from '../../src/engine/pixels/frame.ts';
import { analyzeImage } from '../../src/engine/reimagine/analysis/image-content.ts';
import { reimagine } from '../../src/engine/reimagine/reimagine.ts';
import type { PersonChoice } from '../../src/instructions/person-choice.ts';
import type { ReimagineStep } from '../../src/instructions/step.ts';
import { openBuiltModels } from './support/models.ts';
import { frankStill } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

let faces: OpenedFaceModels;
let personMatte: OpenedModel;
let models: HeadModels;
let man: RgbaImage;
/** The same man three times beside each other. */
let three: RgbaImage;

beforeAll(async () => {
  const folder = await openBuiltModels();
  faces = await openFaceModels(folder);
  personMatte = await openBuiltInModel(folder, 'person-matte');
  models = { ...faces, personMatte };
  man = await readStill(frankStill('02221'), { maxSide: 320 });
  three = repeatAcross(man, 3);
});

afterAll(() => {
  faces.close();
  personMatte.close();
});

function repeatAcross({ width, height, pixels }: RgbaImage, count: number): RgbaImage {
  const wide = new Uint8ClampedArray(pixels.length * count);
  for (let row = 0; row < height; row += 1) {
    for (let at = 0; at < count; at += 1) {
      const from = pixels.subarray(row * width * 4, (row + 1) * width * 4);
      wide.set(from, (row * count + at) * width * 4);
    }
  }
  return { width: width * count, height, pixels: wide };
}

/** Cuts the man out, and puts him on a wall of 720 pixels at each of some columns; `colourAt` is the wall. */
function putOnWall(
  lefts: readonly number[],
  colourAt: (column: number, row: number) => number,
): RgbaImage {
  const { width, height, pixels } = man;
  const matte = analyzeImage(man, models).mask('person');
  const wide = 720;
  const wall = new Uint8ClampedArray(wide * height * 4);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < wide; column += 1, at += 4) {
      const colour = colourAt(column, row) + ((column * 7919 + row * 104_729) % 7) - 3;
      wall.set([colour, colour - 8, colour - 16, 255], at);
      for (const left of lefts) {
        const from = row * width + column - left;
        if (column >= left && column < left + width) {
          for (let channel = 0; channel < 3; channel += 1) {
            wall[at + channel]! +=
              (pixels[from * 4 + channel]! - wall[at + channel]!) * matte[from]!;
          }
        }
      }
    }
  }
  return { width: wide, height, pixels: wall };
}

const change = (steps: readonly ReimagineStep[], ...images: readonly RgbaImage[]) =>
  reimagine(images.length === 0 ? [three] : images, steps, {
    models,
    pause: () => nextTurn(),
    captionFont: openCaptionFont,
  });

/** Third of the image in which each face is that is found, from the left. */
const findThirds = (image: RgbaImage): readonly number[] =>
  listHeads(image, models)
    .map(({ box }) => Math.floor(((box.left + box.width / 2) * 3) / image.width))
    .toSorted((a, b) => a - b);

const second: PersonChoice = { place: 'left', number: 2, isSeveral: false, isInverted: false };

describe('a face that is chosen among several', () => {
  it.each(['cells', 'blur'] as const)('is the only one under %s', async (cover) => {
    expect(findThirds(three)).toEqual([0, 1, 2]);
    const { image, chosen } = await change([{ kind: 'anonymise', cover, who: second }]);
    expect(findThirds(image)).toEqual([0, 2]);
    expect(chosen).toMatchObject([{ changed: 1, kept: 2 }]);
  });

  it('is the only one left visible, to the pixel, where the others are covered', async () => {
    const who = { ...second, isInverted: true };
    const { image, chosen } = await change([{ kind: 'anonymise', cover: 'blur', who }]);
    expect(findThirds(image)).toEqual([1]);
    expect(chosen).toMatchObject([{ changed: 2, kept: 1 }]);
    const { box } = listHeads(image, models)[0]!;
    const at = (Math.round(box.top) * image.width + Math.round(box.left)) * 4;
    const end = at + Math.round(box.width) * 4;
    expect(image.pixels.slice(at, end)).toEqual(three.pixels.slice(at, end));
  });

  it('is refused before anything is returned where the choice is not certain', async () => {
    const refuse = (who: PersonChoice) => change([{ kind: 'anonymise', cover: 'cells', who }]);
    await expect(refuse({ ...second, place: 'front', number: 1 })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'person_unclear', count: 3 },
    });
    await expect(refuse({ ...second, number: 4 })).rejects.toMatchObject({
      details: { reason: 'person_missing', count: 3 },
    });
  });
});

describe('half a face at the edge, which has no mesh', () => {
  const cutLeft = ({ width, height, pixels }: RgbaImage, left: number): RgbaImage => ({
    width: width - left,
    height,
    pixels: pixels.filter((_value, at) => Math.floor(at / 4) % width >= left),
  });

  it('is covered, and lets nobody be counted', async () => {
    const cut = cutLeft(man, 203);
    expect(listHeads(cut, models)).toEqual([]);
    const { image } = await change([{ kind: 'anonymise', cover: 'cells' }], cut);
    const eye = (110 * image.width + 12) * 4;
    expect(image.pixels.slice(eye, eye + 12)).not.toEqual(cut.pixels.slice(eye, eye + 12));
    const who = { ...second, number: 1 };
    await expect(change([{ kind: 'anonymise', cover: 'cells', who }], cut)).rejects.toMatchObject({
      details: { reason: 'person_unclear', count: 1 },
    });
  });
});

describe('a background of another picture', () => {
  const before: ReimagineStep = { kind: 'background_picture', picture: 2 };

  it('shows nobody where everybody is made unrecognisable', async () => {
    const images = [putOnWall([0], () => 150), putOnWall([400], () => 150)];
    const { image } = await change([{ kind: 'anonymise', cover: 'cells' }, before], ...images);
    expect(listHeads(image, models)).toEqual([]);
    const open = await change([before], ...images);
    expect(listHeads(open.image, models)).toHaveLength(2);
  });

  it('is refused with people where somebody is chosen', async () => {
    const who = { ...second, number: 1 };
    await expect(
      change([{ kind: 'anonymise', cover: 'cells', who }, before], three, man),
    ).rejects.toMatchObject({ details: { reason: 'person_unclear' } });
  });
});

describe('a person who is taken out', () => {
  const leftmost: PersonChoice = { ...second, number: 1 };
  const remove: ReimagineStep = { kind: 'remove_person', who: leftmost };

  it('leaves an even wall with its gradient and grain, and everything else to the pixel', async () => {
    const gradient = (column: number): number => 130 + column / 12;
    const before = putOnWall([0, 400], gradient);
    const { image, chosen } = await change([remove], before);
    expect(listHeads(image, models)).toHaveLength(1);
    expect(chosen).toEqual([{ step: remove, changed: 1, kept: 1 }]);
    const half = image.width / 2 + 60;
    let squares = 0;
    for (let row = 0; row < image.height; row += 1) {
      for (let column = 0; column < image.width; column += 1) {
        const at = (row * image.width + column) * 4;
        if (column > half) {
          expect(image.pixels[at]).toBe(before.pixels[at]);
        } else if (column < 300) {
          squares += (image.pixels[at]! - gradient(column)) ** 2;
        }
      }
    }
    // The grain of the wall alone deviates by 2.
    const deviation = Math.sqrt(squares / (300 * image.height));
    expect(deviation).toBeGreaterThan(1.2);
    expect(deviation).toBeLessThan(2.8);
  });

  it('is counted among all who are chosen beside', async () => {
    const before = putOnWall([0, 400], () => 150);
    const cover = (who: PersonChoice): ReimagineStep => ({
      kind: 'anonymise',
      cover: 'cells',
      who,
    });
    const { image, chosen } = await change([remove, cover(second)], before);
    expect(listHeads(image, models)).toEqual([]);
    expect(chosen).toMatchObject([
      { changed: 1, kept: 1 },
      { changed: 1, kept: 0 },
    ]);
    await expect(change([remove, cover(leftmost)], before)).rejects.toMatchObject({
      details: { reason: 'person_unclear' },
    });
  });

  it('is refused before a background that can be seen through', async () => {
    const before = putOnWall([0, 400], () => 150);
    before.pixels[3] = 0;
    await expect(change([remove], before)).rejects.toMatchObject({
      details: { reason: 'ground_uneven' },
    });
  });

  it('is refused where the wall is not even, and where somebody else is too near', async () => {
    const striped = putOnWall([0, 400], (column) => (column % 40 < 20 ? 120 : 160));
    await expect(change([remove], striped)).rejects.toMatchObject({
      details: { reason: 'ground_uneven' },
    });
    const near = putOnWall([0, 240], () => 150);
    await expect(change([remove], near)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'person_touched' },
    });
  });
});
