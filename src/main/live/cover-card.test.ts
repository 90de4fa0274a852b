import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMediaGrants } from '../page/media-grants.ts';
import { CoverCard } from './cover-card.ts';

let folder = '';
let told: (string | null)[] = [];
let cover: CoverCard;
const jpeg = (value: number): Uint8Array<ArrayBuffer> => Uint8Array.of(0xff, 0xd8, value);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-cover-'));
  told = [];
  cover = new CoverCard({
    folder: join(folder, 'cover'),
    grants: createMediaGrants(),
    onChange: (path) => told.push(path),
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('is the card of the app until the user has one, and again when they take it back', async () => {
  const { calls } = cover;
  expect(await calls['cover.read']({})).toEqual({ cardUrl: null, pictureUrl: null });
  expect(cover.path).toBeNull();
  const kept = await calls['cover.keep']({ card: jpeg(1), picture: jpeg(2) });
  expect(kept).toEqual({ cardUrl: expect.any(String), pictureUrl: expect.any(String) });
  expect(told).toEqual([join(folder, 'cover', 'card.jpg')]);
  expect(await readFile(told[0] ?? '')).toEqual(Buffer.from(jpeg(1)));
  expect(await calls['cover.reset']({})).toEqual({ cardUrl: null, pictureUrl: null });
  expect(told.at(-1)).toBeNull();
});

it('has another address after each change, so that no page shows an older card', async () => {
  const { calls } = cover;
  const first = await calls['cover.keep']({ card: jpeg(1), picture: jpeg(2) });
  const second = await calls['cover.keep']({ card: jpeg(3), picture: null });
  expect(second.cardUrl).not.toBe(first.cardUrl);
  expect(second.pictureUrl).toBeNull();
  expect(await readFile(cover.path ?? '')).toEqual(Buffer.from(jpeg(3)));
});
