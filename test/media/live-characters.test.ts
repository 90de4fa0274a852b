import { readFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CharacterCache,
  openCharacterCache,
} from '../../src/engine/live/character/character-cache.ts';
import { openBuiltModels } from './support/models.ts';
import { audrey, monaLisa } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const threads: Worker[] = [];
const note = (worker: Worker): number => threads.push(worker);
let cache: CharacterCache;

beforeAll(async () => {
  process.on('worker', note);
  const { path: modelFolder } = await openBuiltModels();
  cache = await openCharacterCache({ modelFolder });
});

afterAll(async () => {
  await cache.close();
  process.off('worker', note);
});

describe('a cache of characters', () => {
  it('creates a character once, however often its picture arrives', async () => {
    const [one, same] = await Promise.all([
      cache.read(await readFile(audrey)),
      cache.read(await readFile(audrey)),
    ]);
    expect(same).toBe(one);
    expect(await cache.read(await readFile(audrey))).toBe(one);
    expect(await cache.read(await readFile(monaLisa))).not.toBe(one);
  });

  it('refuses a picture again and again', async () => {
    const bytes = Buffer.from('GIF89a');
    await expect(cache.read(bytes)).rejects.toMatchObject({ code: 'unsupported_format' });
    await expect(cache.read(bytes)).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('cuts the person out of an earlier picture', async () => {
    await cache.read(await readFile(monaLisa));
    const cutout = await cache.cutOut(await readFile(audrey));
    const { width, height } = cutout;
    expect(cutout.pixels).toHaveLength(width * height * 4);
    // Her head is in the upper half, a little left of the middle.
    const rows = Array.from({ length: height }, (_, row) =>
      cutout.head.subarray(row * width, (row + 1) * width).some((share) => share > 200),
    );
    expect(rows.indexOf(true)).toBeLessThan(height / 3);
  });

  it('starts another thread after one that died', async () => {
    const known = await cache.read(await readFile(monaLisa));
    await threads.at(-1)?.terminate();
    expect(await cache.read(await readFile(monaLisa)), 'it is kept').toBe(known);
    const cutout = await cache.cutOut(await readFile(monaLisa));
    expect(cutout.width).toBeGreaterThan(0);
  });
});
