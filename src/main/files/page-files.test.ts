import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PageFiles } from './page-files.ts';

let folder = '';
let files: PageFiles<null>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-page-files-'));
  files = new PageFiles(folder, 'picture');
});
afterEach(() => rm(folder, { recursive: true }));

const begin = () => files.begin((id) => id, null);
const chunk = new Uint8Array(10);

it('gives up the file before, also when two are begun at once', async () => {
  await begin();
  await Promise.all([begin(), begin()]);
  expect(await readdir(folder)).toHaveLength(1);
});

it('keeps a file that is ending, whatever is asked for meanwhile', async () => {
  const { id } = await begin();
  await files.append(id, chunk);
  const ended = files.end(id);
  const late = await Promise.allSettled([files.append(id, chunk), files.end(id), begin()]);
  expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await readdir(folder)).toContain(basename(await ended));
});
