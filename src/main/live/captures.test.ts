import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { ProcessNotStarted } from '../../base/peer/process-end.ts';
import { Captures, type CapturesOptions, type FinishedCapture } from './captures.ts';

let folder: string;
let captures: Captures;
let finishRecording: CapturesOptions['finishRecording'];
const unfinished: unknown[] = [];
const lowSpace: string[] = [];
const finished: FinishedCapture[] = [];
let openPaths: readonly string[];

/** Captures of one start of the app; the list of open ones outlives it. */
const start = (more: Partial<CapturesOptions> = {}): Captures =>
  new Captures({
    folder: () => join(folder, 'made'),
    now: () => new Date(2026, 0, 31, 9, 30, 5),
    finishRecording: (from, to, chapters) => finishRecording(from, to, chapters),
    onUnfinished: (error) => unfinished.push(error),
    openList: {
      read: () => openPaths,
      write: (paths) => {
        openPaths = paths;
      },
    },
    onFinished: (capture) => finished.push(capture),
    onLowSpace: (path) => lowSpace.push(path),
    readFreeBytes: async () => 2 ** 40,
    persons: { begin: () => undefined, end: () => undefined },
    ...more,
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-captures-'));
  finishRecording = async (from, to) => copyFileSync(from, to);
  unfinished.length = 0;
  lowSpace.length = 0;
  finished.length = 0;
  openPaths = [];
  captures = start();
});
afterEach(() => rmSync(folder, { recursive: true }));

const piece = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = (): string[] => readdirSync(join(folder, 'made')).toSorted();

it('writes pieces in order under a name of the moment, which a file gets once it is whole', async () => {
  const { id, name } = await captures.begin('video');
  expect(name).toBe('Guise 2026-01-31 09-30-05.mp4');
  await Promise.all(['one ', 'two ', 'three'].map((text) => captures.write(id, piece(text))));
  expect(files()).toEqual([`${name}.part`]);
  const { path, sizeBytes } = await captures.end(id);
  expect(readFileSync(path, 'utf8')).toBe('one two three');
  expect(sizeBytes).toBe(13);
  expect(files()).toEqual([name]);
  expect(captures.pathOf(id)).toBe(path);
});

it('finishes recordings, and keeps one as it was written where that fails', async () => {
  finishRecording = async (from, to) => {
    expect(files()).toEqual([`${basename(to)}.raw`]);
    writeFileSync(to, `finished ${readFileSync(from, 'utf8')}`);
  };
  const good = await captures.begin('video');
  await captures.write(good.id, piece('pictures'));
  const { path, sizeBytes } = await captures.end(good.id);
  expect(readFileSync(path, 'utf8')).toBe('finished pictures');
  expect(sizeBytes).toBe('finished pictures'.length);
  expect(files()).toEqual([good.name]);

  finishRecording = () => Promise.reject(new Error('no disk'));
  const bad = await captures.begin('video');
  await captures.write(bad.id, piece('pictures'));
  const kept = await captures.end(bad.id);
  expect(readFileSync(kept.path, 'utf8')).toBe('pictures');
  expect(unfinished).toHaveLength(1);
  expect(files()).toEqual([bad.name, good.name].toSorted());
});

it('keeps markers beside the recording at once, and has them made chapters, after a kill too', async () => {
  const chapters: unknown[] = [];
  finishRecording = async (from, to, markers) => {
    chapters.push(markers);
    copyFileSync(from, to);
  };
  const handles: FileHandle[] = [];
  captures = start({
    openFile: async (path) => {
      const handle = await open(path, 'w');
      handles.push(handle);
      return handle;
    },
  });
  const first = await captures.begin('video');
  await captures.write(first.id, piece('pictures'));
  await captures.mark(first.id, { atMs: 4_200, title: 'Goal' });
  const list = first.name.replace('.mp4', '.csv');
  expect(readFileSync(join(folder, 'made', list), 'utf8')).toBe('4.200,,"Goal"\n');
  // The app is killed here.
  await Promise.all(handles.map((handle) => handle.close()));
  expect(await start().recover()).toHaveLength(1);
  expect(chapters).toEqual([[{ atMs: 4_200, title: 'Goal' }]]);
  expect(files()).toEqual([list, first.name].toSorted());

  const second = await captures.begin('video');
  await captures.write(second.id, piece('pictures'));
  await captures.mark(second.id, { atMs: 1, title: 'No' });
  await captures.drop(second.id);
  expect(files()).toEqual([list, first.name].toSorted());
  await expect(captures.mark(second.id, { atMs: 1, title: 'No' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('never writes over a file that is there', async () => {
  const first = await captures.begin('picture');
  const second = await captures.begin('picture');
  await captures.end(first.id);
  const third = await captures.begin('picture');
  expect([first.name, second.name, third.name]).toEqual([
    'Guise 2026-01-31 09-30-05.png',
    'Guise 2026-01-31 09-30-05 (2).png',
    'Guise 2026-01-31 09-30-05 (3).png',
  ]);
});

it('removes a dropped capture, and refuses further writes', async () => {
  const { id } = await captures.begin('picture');
  await captures.write(id, piece('half'));
  await captures.drop(id);
  expect(files()).toEqual([]);
  await expect(captures.write(id, piece('more'))).rejects.toMatchObject({ code: 'not_found' });
  expect(() => captures.pathOf(id)).toThrow(/no finished file/);
});

it('keeps a recording when its page is gone, but no incomplete snapshot', async () => {
  const video = await captures.begin('video');
  await captures.write(video.id, piece('pictures'));
  const empty = await captures.begin('video');
  const picture = await captures.begin('picture');
  await captures.write(picture.id, piece('half'));
  await captures.finishAll();
  expect(files()).toEqual([video.name]);
  expect(existsSync(captures.pathOf(video.id))).toBe(true);
  await expect(captures.end(empty.id)).rejects.toMatchObject({ code: 'not_found' });
});

it('limits the number of open files and the size of a snapshot', async () => {
  const { id } = await captures.begin('picture');
  const large = new Uint8Array(2 ** 20);
  for (let count = 0; count < 64; count += 1) {
    await captures.write(id, large);
  }
  await expect(captures.write(id, large)).rejects.toMatchObject({ code: 'input_too_large' });
  for (let count = 0; count < 3; count += 1) {
    await captures.begin('video');
  }
  await expect(captures.begin('video')).rejects.toMatchObject({ code: 'at_capacity' });
  await captures.finishAll();
});

it('says which folder cannot be written', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'no folder');
  const nowhere = start({ folder: () => join(file, 'below') });
  await expect(nowhere.begin('video')).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining(join(file, 'below')),
  });
});

/** A disk that accepts this many bytes of a file, and only a part of the chunk that exceeds them. */
function createDisk(bytes: number): NonNullable<CapturesOptions['openFile']> {
  return async (path) => {
    const file = await open(path, 'w');
    let left = bytes;
    return {
      writeFile: async (data) => {
        const piece = data as Uint8Array;
        await file.writeFile(piece.subarray(0, left));
        const isFull = piece.byteLength > left;
        left = Math.max(0, left - piece.byteLength);
        if (isFull) {
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        }
      },
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    };
  };
}

it('keeps a recording up to its last whole piece when the disk is full', async () => {
  captures = start({ openFile: createDisk(10) });
  const { id, name } = await captures.begin('video');
  await captures.write(id, piece('pictures'));
  const refusal = { code: 'storage_failed', message: expect.stringContaining('disk is full') };
  await expect(captures.write(id, piece('more'))).rejects.toMatchObject(refusal);
  await expect(captures.write(id, piece('x'))).rejects.toMatchObject(refusal);
  const { path } = await captures.end(id);
  expect(readFileSync(path, 'utf8')).toBe('pictures');
  expect(files()).toEqual([name]);
});

it('keeps it on a disk that is really full', async (ctx) => {
  const disk = join(folder, 'made');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'guise-test', disk], {
      stdio: 'ignore',
    });
  } catch {
    ctx.skip('a small disk can be mounted by root on Linux only');
  }
  try {
    captures = start();
    const { id } = await captures.begin('video');
    const part = new Uint8Array(300 * 1024).fill(7);
    for (let count = 0; count < 3; count += 1) {
      await captures.write(id, part);
    }
    await expect(captures.write(id, part)).rejects.toMatchObject({ code: 'storage_failed' });
    // The disk has no space for a finished copy either: the file stays unchanged.
    const { sizeBytes } = await captures.end(id);
    expect(sizeBytes).toBe(3 * part.byteLength);
    expect(unfinished).toHaveLength(1);
    expect(files()).toHaveLength(1);
  } finally {
    execFileSync('umount', [disk]);
  }
});

it('finishes every recording when its page is gone, though one of them fails', async () => {
  const first = await captures.begin('video');
  const second = await captures.begin('video');
  await captures.write(first.id, piece('one'));
  await captures.write(second.id, piece('two'));
  rmSync(join(folder, 'made', `${first.name}.part`));
  await captures.finishAll();
  expect(files()).toEqual([second.name]);
  expect(unfinished).toHaveLength(1);
});

it('finishes interrupted recordings at the next start', async () => {
  const handles: FileHandle[] = [];
  captures = start({
    openFile: async (path) => {
      const handle = await open(path, 'w');
      handles.push(handle);
      return handle;
    },
  });
  const written = await captures.begin('video');
  await captures.write(written.id, piece('pictures'));
  const empty = await captures.begin('video');
  const halfDone = await captures.begin('video');
  await captures.write(halfDone.id, piece('sound'));
  finishRecording = (_from, to) => {
    writeFileSync(to, 'half');
    return new Promise(() => undefined); // The app is killed here.
  };
  void captures.end(halfDone.id);
  await expect.poll(files).toContain(`${halfDone.name}.raw`);
  await expect.poll(files).toContain(halfDone.name);

  await Promise.all(handles.map((handle) => handle.close()));
  finishRecording = async (from, to) => copyFileSync(from, to);
  const next = start();
  const made = join(folder, 'made');
  expect(await next.recover()).toEqual([join(made, written.name), join(made, halfDone.name)]);
  expect(files()).toEqual([written.name, halfDone.name].toSorted());
  expect(readFileSync(join(made, written.name), 'utf8')).toBe('pictures');
  expect(readFileSync(join(made, halfDone.name), 'utf8')).toBe('sound');
  expect(files()).not.toContain(`${empty.name}.part`);
  expect(openPaths).toEqual([]);
  expect(await start().recover()).toEqual([]);
});

it('keeps a recording on the list while the disk with its folder is away', async () => {
  const path = join(folder, 'made', 'Guise 2026-01-31 09-30-05.mp4');
  openPaths = [path];
  expect(await start().recover()).toEqual([]);
  expect(unfinished).toHaveLength(1);
  mkdirSync(join(folder, 'made'));
  writeFileSync(`${path}.part`, 'pictures');
  expect(await start().recover()).toEqual([path]);
  expect(openPaths).toEqual([]);
});

it('touches no file that is not a recording of its own, for any content of the list', async () => {
  mkdirSync(join(folder, 'made'));
  writeFileSync(join(folder, 'made', 'letter.mp4.part'), 'dear');
  openPaths = [join(folder, 'made', 'letter.mp4'), '/etc/passwd'];
  expect(await start().recover()).toEqual([]);
  expect(files()).toEqual(['letter.mp4.part']);
});

it('finishes nothing in folders of others, and nothing that a link names', async () => {
  const name = 'Guise 2026-01-31 09-30-05.mp4';
  mkdirSync(join(folder, 'made'));
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere', `${name}.part`), 'a film');
  writeFileSync(join(folder, 'letter'), 'dear');
  symlinkSync(join(folder, 'letter'), join(folder, 'made', `${name}.part`));
  openPaths = [join(folder, 'elsewhere', name), join(folder, 'made', name)];
  expect(await start().recover()).toEqual([]);
  expect(readdirSync(join(folder, 'elsewhere'))).toEqual([`${name}.part`]);
  expect(files()).toEqual([`${name}.part`]);
  expect(openPaths).toEqual([]);
});

it('gives no name to a file at which a link lies', async () => {
  const name = 'Guise 2026-01-31 09-30-05.mp4';
  mkdirSync(join(folder, 'made'));
  symlinkSync(join(folder, 'nothing yet'), join(folder, 'made', name));
  expect((await captures.begin('video')).name).not.toBe(name);
});

it('says once that little room is left', async () => {
  captures = start({ readFreeBytes: async () => 2 ** 30 - 1 });
  const { id } = await captures.begin('video');
  await captures.write(id, piece('one'));
  await captures.write(id, new Uint8Array(40 * 2 ** 20));
  expect(lowSpace).toEqual([join(folder, 'made')]);
});

it('keeps a recording for the next start where the program that finishes it cannot be started', async () => {
  const name = 'Guise 2026-01-31 09-30-05.mp4';
  const path = join(folder, 'made', name);
  mkdirSync(join(folder, 'made'));
  writeFileSync(`${path}.part`, 'pictures');
  openPaths = [path];
  finishRecording = () => {
    const cause = new ProcessNotStarted();
    return Promise.reject(new AppError('processing_failed', 'Not now.', { cause }));
  };
  expect(await start().recover()).toEqual([]);
  expect(files()).toEqual([`${name}.raw`]);
  expect(unfinished).toHaveLength(1);
  expect(finished).toEqual([]);

  finishRecording = async (_from, to) => writeFileSync(to, 'finished');
  expect(await start().recover()).toEqual([path]);
  expect(files()).toEqual([name]);
  expect(finished).toMatchObject([{ path, isRepaired: true }]);
  expect(openPaths).toEqual([]);
});

it('takes no recording that is being written for one that was cut off', async () => {
  const { id, name } = await captures.begin('video');
  await captures.write(id, piece('pictures'));
  expect(await captures.recover()).toEqual([]);
  expect(files()).toEqual([`${name}.part`]);
  await captures.end(id);
});
