import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveFolders } from '../app/folders.ts';
import { deleteOwnFiles, isOwnFile, listSetAside } from './own-files.ts';

const folders = resolveFolders('/opt/guise', '/home/me/.config/Guise');

describe('a file of the app', () => {
  it.each([
    [folders.results, 'holiday face-swap.mp4'],
    [folders.results, '.0190a0a0-0000-7000-8000-000000000001.part'],
    [folders.thumbnails, 'a.jpg'],
    [folders.characters, 'a.small.jpg'],
    [folders.recordings, 'Recording 2026-01-31 09-30-00 1234.wav'],
    [folders.data, 'jobs.set-aside-2026-01-01T00-00-00.000Z.json'],
    [folders.serviceData, 'damaged-1700000000000'],
    ['/media/disk', 'Guise 2026-01-31 09-30-05 (2).mp4'],
    ['/media/disk', 'Guise 2026-01-31 09-30-05.png'],
  ])('is %s/%s', (folder, name) => {
    expect(isOwnFile(join(folder, name), folders)).toBe(true);
  });

  it.each([
    '/home/me/letter.txt',
    `${folders.results}/../keys.json`,
    `${folders.results}/deep/photo.jpg`,
    folders.results,
    join(folders.data, 'keys.json'),
    join(folders.data, 'damaged-1'),
    join(folders.serviceData, 'guise.db'),
    join(folders.serviceData, 'damaged-1', 'guise.db'),
    '/media/disk/Guise.mp4',
    '/media/disk/Guise 2026-01-31 09-30-05.txt',
  ])('is not %s', (path) => {
    expect(isOwnFile(path, folders)).toBe(false);
  });
});

describe('deleting', () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'guise-own-'));
  });
  afterEach(() => rmSync(data, { recursive: true }));

  it('removes a link but not its target, and lists the rest', async () => {
    const own = resolveFolders(data, data);
    mkdirSync(join(own.results, 'a folder'), { recursive: true });
    const letter = join(data, 'letter.txt');
    writeFileSync(letter, 'of the user');
    symlinkSync(letter, join(own.results, 'linked.mp4'));
    const paths = [join(own.results, 'linked.mp4'), join(own.results, 'a folder'), letter];
    expect(await deleteOwnFiles([...paths, join(own.results, 'gone.mp4')], own)).toEqual([
      join(own.results, 'a folder'),
    ]);
    expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
  });

  it('finds set-aside files, and among them those about persons', async () => {
    const own = resolveFolders(data, data);
    const names = ['keys', 'jobs'].map((name) => `${name}.set-aside-2026-01-01T00-00-00.000Z.json`);
    for (const name of [...names, 'jobs.json']) {
      writeFileSync(join(data, name), '{');
    }
    mkdirSync(join(own.serviceData, 'damaged-1700000000000'), { recursive: true });
    expect(await listSetAside(own, 'all')).toHaveLength(3);
    expect(await listSetAside(own, 'personal')).toEqual([
      join(data, names[1] ?? ''),
      join(own.serviceData, 'damaged-1700000000000'),
    ]);
  });
});
