import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimPath } from './claim-path.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives each caller a name of its own', () => {
  const names = [1, 2, 3].map(() => claimPath({ folder, stem: 'a', ending: '.mp4' }).name);
  expect(names).toEqual(['a.mp4', 'a (2).mp4', 'a (3).mp4']);
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
});

it('skips names with a file beside them', () => {
  writeFileSync(join(folder, 'a.mp4.part'), '');
  const toBeside = (path: string): string[] => [`${path}.part`];
  expect(claimPath({ folder, stem: 'a', ending: '.mp4', toBeside }).name).toBe('a (2).mp4');
});

it('claims the path that is written first', () => {
  const toClaimed = (path: string): string => `${path}.part`;
  const ask = () =>
    claimPath({
      folder,
      stem: 'a',
      ending: '.mp4',
      toBeside: (path) => [`${path}.part`],
      toClaimed,
    });
  expect([ask().name, ask().name]).toEqual(['a.mp4', 'a (2).mp4']);
  expect(readdirSync(folder).toSorted()).toEqual(['a (2).mp4.part', 'a.mp4.part']);
});

it.skipIf(process.platform === 'win32')('writes through no link, whatever it leads to', () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'a.mp4'));
  expect(claimPath({ folder, stem: 'a', ending: '.mp4' }).name).toBe('a (2).mp4');
});

it('says why nothing can be made', () => {
  const missing = join(folder, 'missing');
  expect(() => claimPath({ folder: missing, stem: 'a', ending: '' })).toThrow(/ENOENT/);
});
