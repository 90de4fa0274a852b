import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDrawing } from './drawings.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'guise-drawings-')));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('knows the drawings of the app by their real path, also where the app lies behind a link', () => {
  const real = join(folder, 'guise-2');
  mkdirSync(join(real, 'characters'), { recursive: true });
  symlinkSync(real, join(folder, 'guise'));
  const starters = join(folder, 'guise', 'characters');
  expect(isDrawing(join(real, 'characters', 'maya.webp'), { starters })).toBe(true);
});

it('takes nothing else for one: neither below, nor beside, nor elsewhere under the same name', () => {
  const starters = join(folder, 'characters');
  mkdirSync(starters);
  for (const path of [
    join(starters, 'more', 'maya.webp'),
    join(folder, 'maya.webp'),
    join(folder, 'characters-2', 'maya.webp'),
    `${starters}.webp`,
  ]) {
    expect(isDrawing(path, { starters }), path).toBe(false);
  }
});
