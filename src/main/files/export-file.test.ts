import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportFile } from './export-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-export-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('writes the file', async () => {
  const target = join(folder, 'a.txt');
  await exportFile(target, 'Not written.', () => writeFile(target, 'a'));
  expect(await readFile(target, 'utf8')).toBe('a');
});

it.each([
  ['EACCES', { reason: 'no_permission' }],
  ['ENOSPC', { reason: 'disk_full' }],
  ['EIO', undefined],
])('says what %s means', async (code, details) => {
  const cause = Object.assign(new Error(code), { code });
  await expect(
    exportFile(join(folder, 'b'), 'Not written.', () => Promise.reject(cause)),
  ).rejects.toMatchObject({ code: 'storage_failed', message: 'Not written.', details, cause });
});
