import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  lstatSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePrivateFolder, makeScratchFolder, replacePrivateFile } from './private-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-private-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('folders of ours', () => {
  it('are closed when they stood open', () => {
    const path = join(folder, 'data');
    mkdirSync(path);
    chmodSync(path, 0o755);
    makePrivateFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('are refused where everyone may write', () => {
    const path = join(folder, 'shared');
    mkdirSync(path);
    chmodSync(path, 0o1777);
    expect(() => makePrivateFolder(path)).toThrow('may be written by everyone');
    expect(statSync(path).mode & 0o7777).toBe(0o1777);
  });

  it('may lie elsewhere, and what lies there keeps its rights', () => {
    const other = join(folder, 'disk');
    mkdirSync(other);
    chmodSync(other, 0o755);
    symlinkSync(other, join(folder, 'results'));
    makePrivateFolder(join(folder, 'results'));
    expect(statSync(other).mode & 0o777).toBe(0o755);
  });

  it('are never a link to the files of the user where they are emptied', () => {
    const documents = join(folder, 'documents');
    mkdirSync(documents);
    writeFileSync(join(documents, 'thesis.txt'), 'years of work');
    symlinkSync(documents, join(folder, 'work'));
    makeScratchFolder(join(folder, 'work'));
    rmSync(join(folder, 'work'), { recursive: true });
    expect(readdirSync(documents)).toEqual(['thesis.txt']);
  });
});

describe('a file that is replaced', () => {
  it('replaces a link, and leaves its target', async () => {
    const thesis = join(folder, 'thesis.txt');
    const picture = join(folder, 'picture.jpg');
    writeFileSync(thesis, 'years of work');
    symlinkSync(thesis, picture);
    for (const content of ['one', 'another']) {
      await replacePrivateFile(picture, content);
      expect(readFileSync(picture, 'utf8')).toBe(content);
    }
    expect(lstatSync(picture).isFile()).toBe(true);
    expect(lstatSync(picture).mode & 0o777).toBe(0o600);
    expect(readFileSync(thesis, 'utf8')).toBe('years of work');
  });
});

describe('a process that keeps to its user', () => {
  it('makes files of the user alone, and dumps no memory, nor do its children', (context) => {
    if (process.platform !== 'linux') {
      context.skip('only Linux says what a core dump holds');
    }
    const script = `
      import { restrictToUser } from '${new URL('./private-files.ts', import.meta.url).href}';
      import { execFileSync } from 'node:child_process';
      import { statSync, writeFileSync } from 'node:fs';
      restrictToUser();
      writeFileSync(process.argv[1], 'face');
      const filter = execFileSync('cat', ['/proc/self/coredump_filter'], { encoding: 'utf8' });
      console.log((statSync(process.argv[1]).mode & 0o777).toString(8), Number(filter));`;
    const args = ['--input-type=module', '-e', script, join(folder, 'face.jpg')];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('600 0');
  });
});
