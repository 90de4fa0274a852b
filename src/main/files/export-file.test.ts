import { chmod, lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { exportFile } from './export-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-export-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('writes the file', async () => {
  const target = join(folder, 'a.txt');
  await exportFile(target, 'Not written.', (draft) => writeFile(draft, 'a'));
  expect(await readFile(target, 'utf8')).toBe('a');
  expect(await readdir(folder)).toEqual(['a.txt']);
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

it('keeps what it would have replaced, and no part, when it fails halfway', async () => {
  const target = join(folder, 'kept.txt');
  await writeFile(target, 'before');
  const refused = new AppError('unauthorized', 'No.');
  const write = async (draft: string): Promise<void> => {
    await writeFile(draft, 'half');
    throw refused;
  };
  await expect(exportFile(target, 'Not written.', write)).rejects.toBe(refused);
  expect(await readFile(target, 'utf8')).toBe('before');
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('replaces what a link leads to, and keeps the link', async () => {
  const [place, link] = [join(folder, 'place.txt'), join(folder, 'link.txt')];
  await writeFile(place, 'before');
  await symlink(place, link);
  await exportFile(link, 'Not written.', (draft) => writeFile(draft, 'after'));
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(place, 'utf8')).toBe('after');
});

describe('in a folder that takes no further file', () => {
  const failure = 'Not written.';
  let closed = '';
  /** What the user has there; root may write into any folder, so the draft's refusal is made for it. */
  const writeText =
    (text: string) =>
    async (draft: string): Promise<void> => {
      if (process.getuid?.() === 0 && dirname(draft) === closed) {
        throw Object.assign(new Error('refused'), { code: 'EACCES' });
      }
      await writeFile(draft, text);
    };
  beforeEach(async () => {
    closed = await mkdtemp(join(folder, 'closed-'));
    await writeFile(join(closed, 'mine.txt'), 'before, and longer');
    await chmod(join(closed, 'mine.txt'), 0o640);
    await chmod(closed, 0o555);
  });
  afterEach(() => chmod(closed, 0o755));

  it('overwrites a file that may be written, which stays as open to others as it was', async () => {
    const target = join(closed, 'mine.txt');
    await exportFile(target, failure, writeText('after'));
    expect(await readFile(target, 'utf8')).toBe('after');
    expect((await lstat(target)).mode & 0o777).toBe(0o640);
    expect(await readdir(closed)).toEqual(['mine.txt']);
  });

  it('makes none, and says why', async () => {
    await expect(
      exportFile(join(closed, 'new.txt'), failure, writeText('after')),
    ).rejects.toMatchObject({ code: 'storage_failed', details: { reason: 'no_permission' } });
    expect(await readdir(closed)).toEqual(['mine.txt']);
  });

  it('leaves the file as it was when its content cannot be written', async () => {
    const target = join(closed, 'mine.txt');
    const refused = new AppError('unauthorized', 'No.');
    const write = async (draft: string): Promise<void> => {
      await writeText('half')(draft);
      throw refused;
    };
    await expect(exportFile(target, failure, write)).rejects.toBe(refused);
    expect(await readFile(target, 'utf8')).toBe('before, and longer');
  });
});

it('says so where the folder became a file', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const target = join(folder, 'no-folder', 'a.txt');
  await expect(
    exportFile(target, 'Not written.', (draft) => writeFile(draft, 'a')),
  ).rejects.toMatchObject({ code: 'storage_failed', message: 'Not written.' });
});
