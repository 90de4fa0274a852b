import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { findHeads } from '../../src/engine/head/find-heads.ts';
import { headLimits, type HeadLimits } from '../../src/engine/head/judge-head.ts';
import { findHeadParts, type HeadParts } from '../../src/engine/head/head-parts.ts';
import { createHeadView, VIEW_SIZE, type HeadView } from '../../src/engine/head/head-view.ts';
import { findPerson } from '../../src/engine/head/person-view.ts';
import { readWarp, warpPose } from '../../src/engine/head/pose-warp.ts';
import {
  swapHead,
  type HeadModels,
  type HeadSwapRequest,
  type HeadSwapResult,
} from '../../src/engine/head/swap-head.ts';
import { openBuiltInModel, type OpenedModel } from '../../src/engine/models/open-fixed-model.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { RgbaImage } from '../../src/engine/pixels/frame.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { openBuiltModels } from './support/models.ts';
import { arrangeStills, audrey, frankStill, monaLisa } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

let tracker: OpenedTrackerModels;
let personMatte: OpenedModel;
let models: HeadModels;
let mona: RgbaImage;
let frank: RgbaImage;
/** Short hair on a picture with long hair, and the other way round. */
let frankOnMona: HeadSwapResult;
let monaOnFrank: HeadSwapResult;
/** Accepts every head: the tests check the rendering, not whether it is convincing. */
const anyHead: HeadLimits = {
  ...headLimits,
  neckGap: 1000,
  lostClothes: 1000,
  remains: 1000,
  ghost: 1000,
  invented: 1000,
  seam: 1000,
};
/** Number of checkpoints in the first swap. */
let pauses = 0;

beforeAll(async () => {
  const folder = await openBuiltModels();
  tracker = await openTrackerModels(folder);
  personMatte = await openBuiltInModel(folder, 'person-matte');
  models = { ...tracker, personMatte };
  mona = await toPicture(sharp(monaLisa));
  frank = await toPicture(sharp(frankStill('02159')));
  frankOnMona = await swap(frank, mona, {
    limits: anyHead,
    pause: async () => void (pauses += 1),
  });
  monaOnFrank = await swap(mona, frank);
  await writeSheet('head-swap.png', [
    [frank, mona, frankOnMona.image],
    [mona, frank, monaOnFrank.image],
  ]);
}, 240_000);

afterAll(() => {
  tracker.close();
  personMatte.close();
});

describe('a swapped head', () => {
  it.each([
    ['long hair', () => [frank, mona, frankOnMona] as const],
    ['short hair', () => [mona, frank, monaOnFrank] as const],
  ])('is that of the source in place of %s', (_, pairOf) => {
    const [source, target, result] = pairOf();
    expect(result.method).toBe('head');
    const [from, before, after] = [embed(source), embed(target), embed(result.image)];
    expect(cosineSimilarity(after, from)).toBeGreaterThan(0.8);
    expect(cosineSimilarity(after, from)).toBeGreaterThan(cosineSimilarity(after, before) + 0.35);
  });

  it.each([
    ['long hair', () => [frank, mona, frankOnMona] as const],
    ['short hair', () => [mona, frank, monaOnFrank] as const],
  ])('has the outline of the source in place of %s', (_, pairOf) => {
    const [source, target, { image }] = pairOf();
    const from = toView(source);
    const before = toView(target);
    const warp = warpPose(from.view, before.view, models.canonicalFace);
    const after = listParts({ ...before.view, colours: viewLike(before.view, image) });
    const place = new Float64Array(2);
    let shared = 0;
    let covered = 0;
    let kept = 0;
    let old = 0;
    after.head.forEach((isHead, index) => {
      if (before.view.isInImage[index] === 0) {
        return;
      }
      readWarp(warp, (index % VIEW_SIZE) + 0.5, Math.floor(index / VIEW_SIZE) + 0.5, place);
      const [x, y] = [Math.floor(place[0]!), Math.floor(place[1]!)];
      const isInside = x >= 0 && y >= 0 && x < VIEW_SIZE && y < VIEW_SIZE;
      const isExpected = isInside && from.parts.head[y * VIEW_SIZE + x] === 1;
      shared += isHead === 1 && isExpected ? 1 : 0;
      covered += isHead === 1 || isExpected ? 1 : 0;
      const isOld = before.parts.head[index] === 1;
      kept += isHead === 1 && isOld ? 1 : 0;
      old += isHead === 1 || isOld ? 1 : 0;
    });
    expect(shared / covered).toBeGreaterThan(0.8);
    expect(shared / covered).toBeGreaterThan(kept / old);
  });

  it.each([
    ['a painting', () => [mona, frankOnMona] as const],
    ['a photo', () => [frank, monaOnFrank] as const],
  ])('leaves the rest of %s unchanged', (_, pairOf) => {
    const [target, { image, facts }] = pairOf();
    const { box } = findHeads(target, models, 'target').main;
    const change = findChange(target, image);
    expect(change.left).toBeGreaterThan(box.left - box.width * 1.2);
    expect(change.right).toBeLessThan(box.left + box.width * 2.2);
    expect(change.top).toBeGreaterThan(box.top - box.height);
    expect(change.bottom).toBeLessThan(box.top + box.height * 2.6);
    expect(change.pixels).toBe(facts.changedPixels);
    expect(facts.changedPixels).toBeGreaterThan(box.width * box.height);
  });

  it('is deterministic', async () => {
    const again = await swap(frank, mona, { limits: anyHead });
    // The area of a difference shows which step is at fault.
    expect(findChange(again.image, frankOnMona.image)).toMatchObject({ pixels: 0 });
    expect(again.facts).toEqual(frankOnMona.facts);
  });

  it('is tilted like the original head, at another size', async () => {
    const turned = await toPicture(
      sharp(frankStill('02159')).resize(1500).rotate(28, { background: '#3a82f6' }),
    );
    const result = await swap(mona, turned, { limits: anyHead });
    expect(result.method).toBe('head');
    const { main } = findHeads(result.image, models, 'target');
    const { main: before } = findHeads(turned, models, 'target');
    expect(main.pose.roll).toBeCloseTo(before.pose.roll, 0.5);
    expect(main.box.width / before.box.width).toBeGreaterThan(0.85);
    expect(main.box.width / before.box.width).toBeLessThan(1.15);
    expect(cosineSimilarity(embed(result.image), embed(mona))).toBeGreaterThan(0.7);
  });

  it('is the main one of a group; the others are not touched', async () => {
    const group = await toPicture(
      await arrangeStills(1500, 900, [
        { picture: frankStill('02159'), width: 960, left: 0, top: 60 },
        { picture: monaLisa, width: 420, left: 1040, top: 100 },
      ]),
    );
    const result = await swap(mona, group, { limits: anyHead });
    expect(result.facts.targetFaces).toBe(2);
    const change = findChange(group, result.image);
    expect(change.right).toBeGreaterThan(500);
    expect(change.right).toBeLessThan(1040);
  });

  it('is mirrored when it looks to the other side', async () => {
    const mirrored = await toPicture(sharp(monaLisa).flop());
    const result = await swap(mona, mirrored, { limits: anyHead });
    expect(result).toMatchObject({ method: 'head', facts: { isMirrored: true } });
    expect(result.facts.turn).toBeLessThan(0.2);
  });
});

describe('a head that cannot be swapped', () => {
  it('is swapped as a face when its picture cuts it off, and the result reports it', async () => {
    const { box } = findHeads(frank, models, 'source').main;
    const top = Math.round(box.top + box.height * 0.02);
    const cut = await toPicture(
      sharp(frankStill('02159')).extract({
        left: 0,
        top,
        width: frank.width,
        height: frank.height - top,
      }),
    );
    const result = await swap(cut, mona);
    expect(result).toMatchObject({ method: 'face', reason: 'source_head_cut_off' });
    expectFaceAlone(result, mona);
  });

  it('falls back to the face when shoulders behind long hair would be invented', async () => {
    // The head swap would have been delivered without this check.
    expect(frankOnMona.facts.flaws?.invented).toBeGreaterThan(4 * headLimits.invented);
    const result = await swap(frank, mona);
    expect(result).toMatchObject({ method: 'face', reason: 'clothes_break' });
    expectFaceAlone(result, mona);
    expect(cosineSimilarity(embed(result.image), embed(frank))).toBeGreaterThan(
      cosineSimilarity(embed(result.image), embed(mona)),
    );
  });

  it('falls back to the face when the frame shows too little of the original head', async () => {
    const { box } = findHeads(frank, models, 'target').main;
    const close = await toPicture(
      sharp(frankStill('02159')).extract({
        left: Math.round(box.left),
        top: Math.round(box.top),
        width: Math.round(box.width),
        height: Math.round(box.height * 1.1),
      }),
    );
    const photo = await toPicture(sharp(audrey));
    const result = await swap(photo, close);
    expect(result).toMatchObject({ method: 'face', reason: 'edge_breaks' });
    expect(result.facts.flaws?.unframed).toBeGreaterThan(headLimits.unframed);
  });

  it('is accepted when neck, clothes and edges match', () => {
    expect(monaOnFrank).toMatchObject({ method: 'head', reason: null });
    for (const [name, limit] of Object.entries(headLimits)) {
      expect
        .soft(Object.entries(monaOnFrank.facts.flaws ?? {}), name)
        .toContainEqual([name, expect.toSatisfy((value: number) => value <= limit)]);
    }
  });

  it('is refused with the name of the picture that shows no face', async () => {
    const plain = await toPicture(
      sharp({ create: { width: 300, height: 200, channels: 3, background: '#6688aa' } }),
    );
    await expect(swap(plain, mona)).rejects.toMatchObject({
      code: 'face_not_detected',
      details: { input: 'source' },
    });
    await expect(swap(mona, plain)).rejects.toMatchObject({
      code: 'face_not_detected',
      details: { input: 'target' },
    });
  });

  it('ends soon after it was cancelled, at any stage', async () => {
    expect(pauses).toBeGreaterThan(50);
    for (const share of [0, 0.4, 0.95]) {
      const abort = new AbortController();
      let seen = 0;
      const pause = async (): Promise<void> => {
        seen += 1;
        if (seen >= share * pauses) {
          abort.abort();
        }
      };
      const options = { limits: anyHead, pause, signal: abort.signal };
      await expect(swap(frank, mona, options)).rejects.toMatchObject({
        code: 'cancelled',
      });
      expect(seen).toBeLessThanOrEqual(Math.max(1, Math.ceil(share * pauses)));
    }
  });
});

function swap(
  source: RgbaImage,
  target: RgbaImage,
  options: Partial<Pick<HeadSwapRequest, 'limits' | 'pause' | 'signal'>> = {},
): Promise<HeadSwapResult> {
  return swapHead({ source, target, models, pause: () => nextTurn(), ...options });
}

function expectFaceAlone({ image }: HeadSwapResult, target: RgbaImage): void {
  const { box: face } = findHeads(target, models, 'target').main;
  const change = findChange(target, image);
  expect(change.pixels).toBeGreaterThan(face.width * face.height * 0.4);
  expect(change.top).toBeGreaterThan(face.top - face.height * 0.25);
  expect(change.bottom).toBeLessThan(face.top + face.height * 1.25);
}

/** Counts the pixels that differ in any channel, and returns their bounding box. */
function findChange(
  before: RgbaImage,
  after: RgbaImage,
): Record<'left' | 'top' | 'right' | 'bottom' | 'pixels', number> {
  const change = { left: before.width, top: before.height, right: 0, bottom: 0, pixels: 0 };
  for (let index = 0; index < before.width * before.height; index += 1) {
    const at = index * 4;
    const isSame = [0, 1, 2, 3].every(
      (channel) => before.pixels[at + channel] === after.pixels[at + channel],
    );
    if (!isSame) {
      const [x, y] = [index % before.width, Math.floor(index / before.width)];
      change.left = Math.min(change.left, x);
      change.right = Math.max(change.right, x + 1);
      change.top = Math.min(change.top, y);
      change.bottom = Math.max(change.bottom, y + 1);
      change.pixels += 1;
    }
  }
  return change;
}

async function toPicture(still: Sharp): Promise<RgbaImage> {
  const { data, info } = await still.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

function embed(image: RgbaImage): Float32Array {
  const { main } = findHeads(image, models, 'source');
  return embedFace(createFaceEmbedder(models.identity), toI420(image), main.landmarks);
}

function toView(image: RgbaImage): { readonly view: HeadView; readonly parts: HeadParts } {
  const { main, others } = findHeads(image, models, 'source');
  const view = createHeadView(image, main, others);
  return { view, parts: listParts(view) };
}

function listParts(view: HeadView): HeadParts {
  return findHeadParts(view, findPerson(view, personMatte));
}

/** Replaces a view by the colours of another picture of the same size. */
function viewLike(view: HeadView, image: RgbaImage): Float32Array {
  const { a, b, shiftX, shiftY } = view.toImage;
  const colours = new Float32Array(view.colours.length);
  for (let index = 0; index < VIEW_SIZE * VIEW_SIZE; index += 1) {
    const x = (index % VIEW_SIZE) + 0.5;
    const y = Math.floor(index / VIEW_SIZE) + 0.5;
    const column = Math.floor(a * x - b * y + shiftX);
    const row = Math.floor(b * x + a * y + shiftY);
    const at =
      (Math.max(0, Math.min(image.height - 1, row)) * image.width +
        Math.max(0, Math.min(image.width - 1, column))) *
      4;
    colours.set(image.pixels.subarray(at, at + 3), index * 3);
  }
  return colours;
}

/** Writes pictures side by side for inspection: source, target, result. */
async function writeSheet(name: string, rows: readonly (readonly RgbaImage[])[]): Promise<void> {
  const side = 480;
  const folder = resolveInProject('test', 'media', 'out');
  await mkdir(folder, { recursive: true });
  const parts = await Promise.all(
    rows.flatMap((row, down) =>
      row.map(async ({ width, height, pixels }, across) => {
        const { data, info } = await sharp(pixels, { raw: { width, height, channels: 4 } })
          .resize(side, side, { fit: 'inside' })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const raw = { width: info.width, height: info.height, channels: info.channels };
        return { input: data, raw, left: across * side, top: down * side };
      }),
    ),
  );
  await sharp({
    create: { width: 3 * side, height: rows.length * side, channels: 3, background: '#808080' },
  })
    .composite(parts)
    .png()
    .toFile(join(folder, name));
}
