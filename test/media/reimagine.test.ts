import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HeadModels } from '../../src/engine/head/swap-head.ts';
import { openCaptionFont } from '../../src/engine/io/caption-font.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { openBuiltInModel, type OpenedModel } from '../../src/engine/models/open-fixed-model.ts';
import { openFaceModels, type OpenedFaceModels } from '../../src/engine/models/tracker-models.ts';
import type { RgbaImage } from '../../src/engine/pixels/frame.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import {
  analyzeImage,
  type ContentPart,
} from '../../src/engine/reimagine/analysis/image-content.ts';
import { reimagine } from '../../src/engine/reimagine/reimagine.ts';
import type { ReimagineResult } from '../../src/engine/reimagine/request.ts';
import type { ReimagineStep } from '../../src/instructions/step.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { distanceTo } from '../../src/engine/vision/regions.ts';
import { openBuiltModels } from './support/models.ts';
import { audrey, frankStill, monaLisa } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

let faces: OpenedFaceModels;
let personMatte: OpenedModel;
let models: HeadModels;
let portrait: RgbaImage;
let studio: RgbaImage;
/** A gradient of colours without a person. */
let empty: RgbaImage;

beforeAll(async () => {
  const folder = await openBuiltModels();
  faces = await openFaceModels(folder);
  personMatte = await openBuiltInModel(folder, 'person-matte');
  models = { ...faces, personMatte };
  portrait = await readStill(audrey, { maxSide: 400 });
  studio = await readStill(frankStill('02221'), { maxSide: 360 });
  empty = await readStill(
    await sharp({ create: { width: 200, height: 120, channels: 3, background: '#5080a0' } })
      .png()
      .toBuffer(),
  );
});

afterAll(() => {
  faces.close();
  personMatte.close();
});

function change(
  steps: readonly ReimagineStep[],
  pictures: readonly RgbaImage[] = [portrait],
): Promise<ReimagineResult> {
  return reimagine(pictures, steps, {
    models,
    pause: () => nextTurn(),
    captionFont: openCaptionFont,
  });
}

it('draws text over everything else, also on a collage, and leaves the rest unchanged', async () => {
  const words: ReimagineStep = {
    kind: 'words',
    text: 'Größe 8',
    place: { across: 'middle', down: 'bottom' },
    size: 'usual',
    colour: [240, 240, 240],
  };
  const { image } = await change([words], [empty]);
  const changed = countDifferent(image, empty, { from: 0.6, to: 1 });
  expect(changed).toBeGreaterThan(200);
  expect(countDifferent(image, empty, { from: 0, to: 0.6 })).toBe(0);
  const sheet = await change([{ kind: 'collage' }], [empty, empty]);
  const written = await change([words, { kind: 'collage' }], [empty, empty]);
  expect(countDifferent(written.image, sheet.image, { from: 0, to: 1 })).toBeGreaterThan(1000);
});

/** Number of different pixels between two rows, given as fractions of the height, of pictures of one size. */
function countDifferent(
  a: RgbaImage,
  b: RgbaImage,
  rows: { readonly from: number; readonly to: number },
): number {
  expect(a.pixels).toHaveLength(b.pixels.length);
  let count = 0;
  const line = a.width * 4;
  const end = Math.round(rows.to * a.height) * line;
  for (let at = Math.round(rows.from * a.height) * line; at < end; at += 4) {
    count += a.pixels[at] === b.pixels[at] ? 0 : 1;
  }
  return count;
}

function embed(image: RgbaImage): Float32Array | null {
  const frame = toI420(image);
  const [face] = createFaceFinder(models).find(frame);
  return face === undefined
    ? null
    : embedFace(createFaceEmbedder(models.identity), frame, face.landmarks).slice();
}

/** Numbers of pixels with a changed colour. */
function listChanged(before: RgbaImage, after: RgbaImage): number[] {
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  return Array.from({ length: before.width * before.height }, (_, index) => index).filter((index) =>
    [0, 1, 2].some(
      (channel) => before.pixels[index * 4 + channel] !== after.pixels[index * 4 + channel],
    ),
  );
}

describe('changes of a part', () => {
  const red = [170, 20, 50] as const;
  it.each<{ step: ReimagineStep; part: ContentPart }>([
    { step: { kind: 'part_colour', part: 'lips', colour: red, amount: 1 }, part: 'lips' },
    { step: { kind: 'part_colour', part: 'eyes', colour: red, amount: 1 }, part: 'eyes' },
    { step: { kind: 'part_colour', part: 'brows', colour: red, amount: 1 }, part: 'brows' },
    { step: { kind: 'part_colour', part: 'clothes', colour: red, amount: 1 }, part: 'clothes' },
    { step: { kind: 'blush', colour: red, amount: 1 }, part: 'skin' },
    { step: { kind: 'smooth_skin', amount: 1 }, part: 'skin' },
    { step: { kind: 'reduce_shine', amount: 1 }, part: 'skin' },
    { step: { kind: 'reduce_redness', amount: 1 }, part: 'skin' },
    { step: { kind: 'reduce_shine', amount: 1, zones: ['nose', 'cheeks'] }, part: 'skin' },
    {
      step: {
        kind: 'grade',
        grade: 'sepia',
        amount: 1,
        where: { region: 'face', isInverted: false },
      },
      part: 'face',
    },
  ])('$step.kind of $part changes no pixel beside its mask', async ({ step, part }) => {
    const { image, skipped } = await change([step]);
    expect(skipped).toEqual([]);
    const content = analyzeImage(portrait, models);
    const core = Uint8Array.from(content.mask(part), (value) => (value > 0.5 ? 1 : 0));
    const distance = distanceTo(core, portrait.width);
    const changed = listChanged(portrait, image);
    expect(changed.length).toBeGreaterThan(20);
    // Twice the widest feather of a face, and the width of the soft edge of clothes.
    const reach = Math.max(2, content.faces[0]!.box.width * 0.06);
    expect(Math.max(...changed.map((index) => distance[index]!))).toBeLessThanOrEqual(reach);
  });

  it('dyes the hair and neither the face nor clothes', async () => {
    const teal = { kind: 'part_colour', part: 'hair', colour: [32, 128, 128], amount: 1 } as const;
    const { image, skipped } = await change([teal]);
    expect(skipped).toEqual([]);
    const { box } = analyzeImage(portrait, models).faces[0]!;
    const changed = listChanged(portrait, image);
    const rowOf = (index: number): number => Math.floor(index / portrait.width);
    // Short hair: above the face and beside it, as far down as the ears.
    const crown = changed.filter((index) => rowOf(index) < box.top);
    expect(crown.length).toBeGreaterThan(box.width * box.height * 0.2);
    const below = changed.filter((index) => rowOf(index) > box.top + box.height);
    expect(below).toEqual([]);
    const inFace = changed.filter((index) => {
      const x = ((index % portrait.width) - box.left) / box.width;
      const y = (rowOf(index) - box.top) / box.height;
      return x > 0.25 && x < 0.75 && y > 0.3 && y < 1;
    });
    expect(inFace).toEqual([]);
  });

  it('leaves hair alone that it cannot tell from what is around it', async () => {
    const pink = { kind: 'part_colour', part: 'hair', colour: [232, 146, 176], amount: 1 } as const;
    const veiled = await readStill(monaLisa, { maxSide: 400 });
    const { image, skipped } = await change([pink, { kind: 'vignette', amount: 0.5 }], [veiled]);
    expect(skipped).toEqual([{ step: pink, reason: 'unsure_hair' }]);
    const alone = await change([{ kind: 'vignette', amount: 0.5 }], [veiled]);
    expect(listChanged(alone.image, image)).toEqual([]);
  });

  it('warps nothing that is far from a face', async () => {
    const { image } = await change([{ kind: 'reshape', shape: 'smile', amount: 1 }]);
    const { box } = analyzeImage(portrait, models).faces[0]!;
    const changed = listChanged(portrait, image);
    expect(changed.length).toBeGreaterThan(50);
    for (const index of changed) {
      const x = (index % portrait.width) - box.left - box.width / 2;
      const y = Math.floor(index / portrait.width) - box.top - box.height / 2;
      expect(Math.hypot(x / box.width, y / box.height)).toBeLessThan(1);
    }
  });

  it('omits steps for parts that a picture does not show, and does the rest', async () => {
    const { skipped } = await change([
      { kind: 'whiten_teeth', amount: 1 },
      { kind: 'vignette', amount: 0.5 },
    ]);
    expect(skipped).toEqual([{ step: { kind: 'whiten_teeth', amount: 1 }, reason: 'no_teeth' }]);
    const nobody = await change(
      [
        { kind: 'smooth_skin', amount: 1 },
        { kind: 'background_blur', amount: 1 },
        { kind: 'grade', grade: 'sepia', amount: 1 },
      ],
      [empty],
    );
    expect(nobody.skipped.map(({ reason }) => reason)).toEqual(['no_face', 'no_person']);
    expect(listChanged(empty, nobody.image).length).toBe(200 * 120);
  });

  it('reports that no eye is red', async () => {
    const { skipped, image } = await change([
      { kind: 'fix_red_eyes' },
      { kind: 'turn', turn: 'half' },
      { kind: 'turn', turn: 'half' },
    ]);
    expect(skipped).toEqual([{ step: { kind: 'fix_red_eyes' }, reason: 'no_red_eyes' }]);
    expect(listChanged(portrait, image)).toEqual([]);
  });

  it('refuses a picture without a face when every step needs one', async () => {
    await expect(change([{ kind: 'smooth_skin', amount: 1 }], [empty])).rejects.toMatchObject({
      code: 'face_not_detected',
    });
  });
});

describe('frames of pictures', () => {
  it('get a border of one colour, bars, and twice the size', async () => {
    const { image } = await change([
      { kind: 'border', colour: [255, 0, 0] },
      { kind: 'bars', colour: [0, 0, 0] },
      { kind: 'enlarge' },
    ]);
    expect(image.width).toBeGreaterThan(2 * portrait.width);
    expect(image.width % 2).toBe(0);
    expect([...image.pixels.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
    const inside = (image.width * 30 + Math.round(image.width / 2)) * 4;
    expect([...image.pixels.subarray(inside, inside + 3)]).toEqual([0, 0, 0]);
  });
});

it('lightens dark areas below eyes and nothing else', async () => {
  const { image } = await change([{ kind: 'lighten_under_eyes', amount: 1 }], [studio]);
  const { box } = analyzeImage(studio, models).faces[0]!;
  const changed = listChanged(studio, image);
  expect(changed.length).toBeGreaterThan(20);
  for (const index of changed) {
    const row = Math.floor(index / studio.width);
    expect(row).toBeGreaterThan(box.top + box.height * 0.2);
    expect(row).toBeLessThan(box.top + box.height * 0.7);
    expect(image.pixels[index * 4 + 1]).toBeGreaterThanOrEqual(studio.pixels[index * 4 + 1]!);
  }
});

it('removes the named cast, and keeps the brightness', async () => {
  const yellow = [232, 200, 64] as const;
  const { image: changed } = await change([{ kind: 'remove_cast', colour: yellow, amount: 1 }]);
  const mean = (image: RgbaImage, channel: number): number =>
    [...image.pixels].reduce((sum, value, at) => (at % 4 === channel ? sum + value : sum), 0);
  expect(mean(changed, 2) / mean(portrait, 2)).toBeGreaterThan(
    mean(changed, 0) / mean(portrait, 0),
  );
});

describe('backgrounds', () => {
  it('change everything behind a person and no pixel of the middle of one', async () => {
    const { image } = await change([{ kind: 'background_colour', colour: [0, 200, 0] }]);
    const person = analyzeImage(portrait, models).mask('person');
    const changed = new Set(listChanged(portrait, image));
    expect([...changed].filter((index) => person[index]! > 0.998)).toEqual([]);
    expect([...image.pixels.subarray(0, 3)]).toEqual([0, 200, 0]);
  });

  it('are transparent beside people', async () => {
    const { image, hasAlpha } = await change([{ kind: 'background_transparent' }]);
    const { box } = analyzeImage(portrait, models).faces[0]!;
    const middle =
      Math.round(box.top + box.height / 2) * image.width + Math.round(box.left + box.width / 2);
    expect(hasAlpha).toBe(true);
    expect(image.pixels[3]).toBe(0);
    expect(image.pixels[middle * 4 + 3]).toBe(255);
  });

  it('show another picture behind the person of the named one', async () => {
    const { image } = await change(
      [{ kind: 'background_picture', picture: 1, front: 2 }],
      [empty, portrait],
    );
    expect([image.width, image.height]).toEqual([portrait.width, portrait.height]);
    expect([...image.pixels.subarray(0, 3)]).toEqual([...empty.pixels.subarray(0, 3)]);
  });

  it('refuse a missing picture', async () => {
    await expect(change([{ kind: 'background_picture', picture: 2 }])).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('a group', () => {
  it('includes the people of a picture whose colours are matched, and not those of a background', async () => {
    const matched = await change(
      [{ kind: 'group' }, { kind: 'match_colours', picture: 2, amount: 1 }],
      [portrait, studio],
    );
    expect(analyzeImage(matched.image, models).faces).toHaveLength(2);
    await expect(
      change([{ kind: 'group' }, { kind: 'background_picture', picture: 2 }], [portrait, studio]),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is not made unrecognisable when a model changed one of its pictures', async () => {
    await expect(
      reimagine([portrait, studio], [{ kind: 'group' }, { kind: 'anonymise', cover: 'cells' }], {
        models,
        pause: () => nextTurn(),
        captionFont: openCaptionFont,
        original: (image) => (image === portrait ? empty : null),
      }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it('is not analysed further once it is aborted, not even between the pictures of a group', async () => {
  const stop = new AbortController();
  const analysed: RgbaImage[] = [];
  const aborted = reimagine([portrait, studio], [{ kind: 'group' }], {
    models,
    pause: () => nextTurn(),
    captionFont: openCaptionFont,
    signal: stop.signal,
    analyze(image) {
      analysed.push(image);
      stop.abort();
      return null;
    },
  });
  await expect(aborted).rejects.toThrow('aborted');
  expect(analysed).toEqual([portrait]);
});

describe('faces that are made unrecognisable', () => {
  it.each(['cells', 'blur'] as const)('are not detected under %s', async (cover) => {
    const { image } = await change([{ kind: 'anonymise', cover }], [studio]);
    expect(createFaceFinder(models).find(toI420(image))).toEqual([]);
  });

  it('are covered at their original position after a model changed the picture', async () => {
    const steps: readonly ReimagineStep[] = [{ kind: 'anonymise', cover: 'cells' }];
    const { width } = studio;
    const pixels = studio.pixels.map((_, at) => (at % 4 === 3 ? 255 : ((at >> 2) % width) * 5));
    const stripes: RgbaImage = { ...studio, pixels };
    await expect(change(steps, [stripes])).rejects.toMatchObject({ code: 'face_not_detected' });
    const { image } = await reimagine([stripes], steps, {
      models,
      pause: () => nextTurn(),
      captionFont: openCaptionFont,
      original: () => studio,
    });
    const { box } = analyzeImage(studio, models).faces[0]!;
    const middle =
      Math.round(box.top + box.height / 2) * width + Math.round(box.left + box.width / 2);
    const changed = listChanged(stripes, image);
    const near = changed.filter((at) => Math.abs(at - middle) < 5);
    expect(near.length).toBeGreaterThan(5);
    expect(changed).not.toContain(0);
  });

  it('are never left visible because none was found', async () => {
    const steps: readonly ReimagineStep[] = [
      { kind: 'anonymise', cover: 'cells' },
      { kind: 'vignette', amount: 1 },
    ];
    await expect(change(steps, [empty])).rejects.toMatchObject({ code: 'face_not_detected' });
  });
});

it('keeps the identity of the person in a picture', async () => {
  const before = embed(portrait)!;
  const lists: readonly (readonly ReimagineStep[])[] = [
    [{ kind: 'background_blur', amount: 1 }],
    [{ kind: 'grade', grade: 'cinematic', amount: 1 }],
    [{ kind: 'reshape', shape: 'smile', amount: 1 }],
    [{ kind: 'golden_hour', side: 'left', amount: 0.65 }],
    [{ kind: 'weather', weather: 'snow', amount: 0.65 }],
  ];
  for (const steps of lists) {
    const { image } = await change(steps);
    const after = embed(image);
    expect(after, steps[0]!.kind).not.toBeNull();
    expect(cosineSimilarity(before, after!), steps[0]!.kind).toBeGreaterThan(0.9);
  }
});

it('returns the same bytes twice, for any order of steps', async () => {
  const steps: readonly ReimagineStep[] = [
    { kind: 'part_colour', part: 'lips', colour: [170, 20, 50], amount: 0.65 },
    { kind: 'grain', amount: 0.5 },
    { kind: 'grade', grade: 'vintage', amount: 0.5 },
    { kind: 'background_studio', colour: [90, 90, 110] },
    { kind: 'style', style: 'pixel_art' },
  ];
  const original = portrait.pixels.slice();
  const first = await change(steps);
  const second = await change(steps.toReversed());
  expect(second.image.pixels).toEqual(first.image.pixels);
  expect(portrait.pixels).toEqual(original);
});

it('crops, extends and combines to the requested shapes', async () => {
  const square = await change([{ kind: 'crop', aspect: 1 }]);
  expect([square.image.width, square.image.height]).toEqual([300, 300]);
  const wide = await change([{ kind: 'extend', aspect: 16 / 9 }]);
  expect([wide.image.width, wide.image.height]).toEqual([711, 400]);
  // The unchanged picture is in the middle.
  const row = wide.image.pixels.subarray((100 * 711 + 205) * 4, (100 * 711 + 505) * 4);
  expect([...row]).toEqual([...portrait.pixels.subarray(100 * 300 * 4, 101 * 300 * 4)]);
  const both = await change([{ kind: 'collage' }], [portrait, studio]);
  expect([both.image.width, both.image.height]).toEqual([1280, 646]);
});

it('takes black and white from a reference, although skin loses its hue', async () => {
  const painting = await readStill(monaLisa, { maxSide: 400 });
  const grey = await change([{ kind: 'grade', grade: 'black_and_white', amount: 1 }], [painting]);
  const { image } = await change(
    [{ kind: 'match_colours', picture: 2, amount: 1 }],
    [painting, grey.image],
  );
  expect(measureColour(image) / measureColour(painting)).toBeLessThan(0.6);
});

function measureColour({ pixels }: RgbaImage): number {
  let colour = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    colour += Math.abs(pixels[at]! - pixels[at + 2]!);
  }
  return colour / pixels.length;
}
