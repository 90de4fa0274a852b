import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Captures, createCaptures } from './captures.ts';

let folder: string;
let captures: Captures;
let finishRecording: (from: string, to: string) => Promise<void>;
const unfinished: unknown[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-captures-'));
  finishRecording = async (from, to) => copyFileSync(from, to);
  unfinished.length = 0;
  captures = createCaptures({
    folder: () => join(folder, 'made'),
    now: () => new Date(2026, 0, 31, 9, 30, 5),
    finishRecording: (from, to) => finishRecording(from, to),
    onUnfinished: (error) => unfinished.push(error),
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const piece = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = (): string[] => readdirSync(join(folder, 'made')).toSorted();

it('writes pieces in order under a name of the moment, which a file gets once it is whole', async () => {
  const { id, name } = await captures.begin('video');
  expect(name).toBe('Guise 2026-01-31 09-30-05.mp4');
  await Promise.all(['one ', 'two ', 'three'].map((text) => captures.write(id, piece(text))));
  expect(files()).toEqual([`${name}.part`]);
  const { path, sizeBytes } = await captures.end(id);
  expect(readFileSync(path, 'utf8')).toBe('one two three');
  expect(sizeBytes).toBe(13);
  expect(files()).toEqual([name]);
  expect(captures.pathOf(id)).toBe(path);
});

it('finishes recordings, and keeps one as it was written where that fails', async () => {
  finishRecording = async (from, to) => {
    expect(files()).toEqual([`${basename(to)}.raw`]);
    writeFileSync(to, `finished ${readFileSync(from, 'utf8')}`);
  };
  const good = await captures.begin('video');
  await captures.write(good.id, piece('pictures'));
  const { path, sizeBytes } = await captures.end(good.id);
  expect(readFileSync(path, 'utf8')).toBe('finished pictures');
  expect(sizeBytes).toBe('finished pictures'.length);
  expect(files()).toEqual([good.name]);

  finishRecording = () => Promise.reject(new Error('no disk'));
  const bad = await captures.begin('video');
  await captures.write(bad.id, piece('pictures'));
  const kept = await captures.end(bad.id);
  expect(readFileSync(kept.path, 'utf8')).toBe('pictures');
  expect(unfinished).toHaveLength(1);
  expect(files()).toEqual([bad.name, good.name].toSorted());
});

it('never writes over a file that is there', async () => {
  const first = await captures.begin('picture');
  const second = await captures.begin('picture');
  await captures.end(first.id);
  const third = await captures.begin('picture');
  expect([first.name, second.name, third.name]).toEqual([
    'Guise 2026-01-31 09-30-05.png',
    'Guise 2026-01-31 09-30-05 (2).png',
    'Guise 2026-01-31 09-30-05 (3).png',
  ]);
});

it('removes what is given up, and knows it no more', async () => {
  const { id } = await captures.begin('picture');
  await captures.write(id, piece('half'));
  await captures.drop(id);
  expect(files()).toEqual([]);
  await expect(captures.write(id, piece('more'))).rejects.toMatchObject({ code: 'not_found' });
  expect(() => captures.pathOf(id)).toThrow(/no finished file/);
});

it('keeps what was recorded when its page is gone, but no half picture', async () => {
  const video = await captures.begin('video');
  await captures.write(video.id, piece('pictures'));
  const empty = await captures.begin('video');
  const picture = await captures.begin('picture');
  await captures.write(picture.id, piece('half'));
  await captures.finishAll();
  expect(files()).toEqual([video.name]);
  expect(existsSync(captures.pathOf(video.id))).toBe(true);
  await expect(captures.end(empty.id)).rejects.toMatchObject({ code: 'not_found' });
});

it('bounds how many files are open and how large a picture gets', async () => {
  const { id } = await captures.begin('picture');
  const large = new Uint8Array(2 ** 20);
  for (let count = 0; count < 64; count += 1) {
    await captures.write(id, large);
  }
  await expect(captures.write(id, large)).rejects.toMatchObject({ code: 'input_too_large' });
  for (let count = 0; count < 3; count += 1) {
    await captures.begin('video');
  }
  await expect(captures.begin('video')).rejects.toMatchObject({ code: 'at_capacity' });
  await captures.finishAll();
});

it('says which folder cannot be written', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'no folder');
  const nowhere = createCaptures({
    folder: () => join(file, 'below'),
    now: () => new Date(),
    finishRecording,
    onUnfinished: () => undefined,
  });
  await expect(nowhere.begin('video')).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining(join(file, 'below')),
  });
});
