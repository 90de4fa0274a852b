import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchProgram } from './program-watch.ts';

let folder = '';
const manifest = (): string => join(folder, 'package.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-program-'));
  writeFileSync(manifest(), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('says once that another file stands in the place, also one with the same content and time', async () => {
  utimesSync(manifest(), 1, 1);
  const onReplaced = vi.fn();
  const check = watchProgram(manifest(), onReplaced);
  check();
  expect(onReplaced).not.toHaveBeenCalled();
  await vi.waitFor(
    () => {
      writeFileSync(join(folder, 'new'), '{}');
      utimesSync(join(folder, 'new'), 1, 1);
      renameSync(join(folder, 'new'), manifest());
      check();
      expect(onReplaced).toHaveBeenCalled();
    },
    { timeout: 20_000 },
  );
  check();
  expect(onReplaced).toHaveBeenCalledTimes(1);
});

it('says nothing of a program that was removed', () => {
  const onReplaced = vi.fn();
  const check = watchProgram(manifest(), onReplaced);
  rmSync(manifest());
  check();
  expect(onReplaced).not.toHaveBeenCalled();
});
