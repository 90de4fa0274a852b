import { readFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CharacterShelf,
  openCharacterShelf,
} from '../../src/engine/live/character/character-shelf.ts';
import { openBuiltModels } from './support/models.ts';
import { audrey, monaLisa } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const threads: Worker[] = [];
const note = (worker: Worker): number => threads.push(worker);
let shelf: CharacterShelf;

beforeAll(async () => {
  process.on('worker', note);
  const { path: modelFolder } = await openBuiltModels();
  shelf = await openCharacterShelf({ modelFolder });
});

afterAll(async () => {
  await shelf.close();
  process.off('worker', note);
});

describe('a shelf of characters', () => {
  it('makes a character once, however often its picture comes', async () => {
    const [one, same] = await Promise.all([
      shelf.read(await readFile(audrey)),
      shelf.read(await readFile(audrey)),
    ]);
    expect(same).toBe(one);
    expect(await shelf.read(await readFile(audrey))).toBe(one);
    expect(await shelf.read(await readFile(monaLisa))).not.toBe(one);
  });

  it('refuses a picture again and again', async () => {
    const bytes = Buffer.from('GIF89a');
    await expect(shelf.read(bytes)).rejects.toMatchObject({ code: 'unsupported_format' });
    await expect(shelf.read(bytes)).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('cuts the person out of a picture that was not the last one', async () => {
    await shelf.read(await readFile(monaLisa));
    const figure = await shelf.cutFigure(await readFile(audrey));
    const { width, height } = figure;
    expect(figure.pixels).toHaveLength(width * height * 4);
    // Her head is in the upper half, a little left of the middle.
    const rows = Array.from({ length: height }, (_, row) =>
      figure.head.subarray(row * width, (row + 1) * width).some((share) => share > 200),
    );
    expect(rows.indexOf(true)).toBeLessThan(height / 3);
  });

  it('starts another thread after one that died', async () => {
    const known = await shelf.read(await readFile(monaLisa));
    await threads.at(-1)?.terminate();
    expect(await shelf.read(await readFile(monaLisa)), 'it is kept').toBe(known);
    const figure = await shelf.cutFigure(await readFile(monaLisa));
    expect(figure.width).toBeGreaterThan(0);
  });
});
