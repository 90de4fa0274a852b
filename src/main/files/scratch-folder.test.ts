import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ScratchFolder } from './scratch-folder.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-scratch-'));
  path = join(folder, 'scratch');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('begins without the files of an earlier run', async () => {
  mkdirSync(path);
  writeFileSync(join(path, 'old'), '');
  const scratch = new ScratchFolder(path);
  await scratch.make();
  expect(readdirSync(path)).toEqual([]);
  writeFileSync(join(path, 'new'), '');
  await scratch.make();
  expect(readdirSync(path)).toEqual(['new']);
  await scratch.empty();
  expect(existsSync(path)).toBe(false);
});

it('never empties the folder that a link leads to', async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'photo'), '');
  await symlink(own, path, 'junction');
  await new ScratchFolder(path).make();
  expect(readdirSync(own)).toEqual(['photo']);
  expect(readdirSync(path)).toEqual([]);
});

it('says that it cannot be emptied only where it is needed', async () => {
  writeFileSync(path, '');
  const scratch = new ScratchFolder(join(path, 'below-a-file'));
  // An unhandled rejection fails the test run.
  await new Promise((turned) => setImmediate(() => setImmediate(turned)));
  await expect(scratch.make()).rejects.toMatchObject({ code: 'storage_failed' });
});
