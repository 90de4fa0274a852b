import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findArrangedModels } from './arranged-models.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-arranged-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('lie beside those of a program that was built here', () => {
  expect(findArrangedModels(folder)).toBe(join(folder, 'out', 'models-tuned'));
});

it('lie among the caches of the user when the program is installed', () => {
  writeFileSync(join(folder, '.packaged'), '');
  expect(findArrangedModels(folder)).toBe(join(folder, 'cache', 'guise', 'models-tuned'));
});

it('lie nowhere when an installed program has no place for caches', () => {
  writeFileSync(join(folder, '.packaged'), '');
  vi.stubEnv('XDG_CACHE_HOME', '/dev/null/cache');
  expect(findArrangedModels(folder)).toBeNull();
});
