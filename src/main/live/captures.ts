import { lstatSync, mkdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import type { CaptureKind } from '../../contract/ipc/captures.ts';
import type { CapturedPersons } from './captured-persons.ts';
import type { FinishRecording } from './finish-recording.ts';

/** Recordings and snapshots on disk. */
export interface Captures {
  /** Throws `at_capacity` or `storage_failed`. */
  readonly begin: (kind: CaptureKind) => Promise<{ readonly id: string; readonly name: string }>;
  readonly write: (id: string, bytes: Uint8Array) => Promise<void>;
  readonly end: (id: string) => Promise<{ readonly path: string; readonly sizeBytes: number }>;
  readonly drop: (id: string) => Promise<void>;
  /** Where a finished one lies. Throws `not_found`. */
  readonly pathOf: (id: string) => string;
  /** Finishes what is open as it is, because its page is gone; what was written can be played. */
  readonly finishAll: () => Promise<void>;
  /** Finishes the recordings that a run which was cut off left, and gives where they lie. */
  readonly recover: () => Promise<readonly string[]>;
}

/** The part of a file on disk that captures need. */
export type CaptureFile = Pick<FileHandle, 'writeFile' | 'truncate' | 'close'>;

interface OpenCapture {
  readonly kind: CaptureKind;
  readonly path: string;
  readonly file: CaptureFile;
  sizeBytes: number;
  /** Of these, those that are on disk whole. */
  writtenBytes: number;
  /** What kept a piece from being written: nothing can follow it. */
  failure: AppError | null;
  /** Bytes after which the room on the disk is looked at again. */
  lookAtBytes: number;
  /** Writes follow one another. */
  last: Promise<void>;
}

const endings: Readonly<Record<CaptureKind, string>> = { video: '.mp4', picture: '.png' };
/** Most bytes of one file: a snapshot is one frame, a recording what a disk of today takes. */
const mostBytes: Readonly<Record<CaptureKind, number>> = {
  video: 200 * 2 ** 30,
  picture: 64 * 2 ** 20,
};
const maxOpen = 4;
const maxRemembered = 200;
/** Room on the disk below which the user is told, and how much is written between two looks. */
const lowBytes = 2 ** 30;
const lookEveryBytes = 32 * 2 ** 20;
/** Names that captures give; no other file is touched by a recovery, whatever the list says. */
const namePattern = /^Guise \d{4}-\d\d-\d\d \d\d-\d\d-\d\d(?: \(\d+\))?\.(?:mp4|png)$/;

/** Whether a file may be a recording or a snapshot, by its name. */
export function isCaptureName(name: string): boolean {
  return namePattern.test(name);
}

/** What captures need. */
export interface CapturesOptions {
  /** Asked at every begin. */
  readonly folder: () => string;
  /** Where files may have been begun beside it. */
  readonly otherFolders?: readonly string[] | undefined;
  readonly now: () => Date;
  readonly finishRecording: FinishRecording;
  /** Told what kept a recording from being finished; it stays as it was written. */
  readonly onUnfinished: (error: unknown) => void;
  /** Keeps the list of recordings that are not finished. */
  readonly openList: {
    readonly read: () => readonly string[];
    readonly write: (paths: readonly string[]) => void;
  };
  /** Told where a file begins, and when it is closed or given up. */
  readonly persons: Pick<CapturedPersons, 'begin' | 'end'>;
  /** Told once per recording when its disk has less than 1 GB left. */
  readonly onLowSpace: (folder: string) => void;
  /** Makes a file that is not there. */
  readonly openFile?: (path: string) => Promise<CaptureFile>;
  /** Bytes that may still be written in a folder. */
  readonly readFreeBytes?: (folder: string) => Promise<number>;
}

/** Begins without any. */
export function createCaptures(options: CapturesOptions): Captures {
  const {
    folder,
    otherFolders = [],
    now,
    openList,
    openFile = openNew,
    readFreeBytes = freeBytesOf,
  } = options;
  const opened = new Map<string, OpenCapture>();
  const finished = new Map<string, string>();

  const require = (id: string): OpenCapture => {
    const capture = opened.get(id);
    if (capture === undefined) {
      throw new AppError('not_found', 'There is no open file of this id.');
    }
    return capture;
  };

  const finish = async (
    id: string,
  ): Promise<{ readonly path: string; readonly sizeBytes: number }> => {
    const capture = require(id);
    const { path, kind } = capture;
    opened.delete(id);
    options.persons.end(path);
    await close(capture);
    await (kind === 'video' ? finishVideo(path) : renamed(partOf(path), path));
    forget(path);
    finished.set(id, path);
    for (const oldest of finished.keys()) {
      if (finished.size > maxRemembered) {
        finished.delete(oldest);
      }
    }
    return { path, sizeBytes: (await stat(path)).size };
  };

  const finishVideo = async (path: string): Promise<void> => {
    await renamed(partOf(path), rawOf(path));
    await finishRaw(path);
  };

  const finishRaw = async (path: string): Promise<void> => {
    const raw = rawOf(path);
    try {
      await options.finishRecording(raw, path);
      await rm(raw, { force: true });
    } catch (error) {
      options.onUnfinished(error);
      await renamed(raw, path);
    }
  };

  const drop = async (id: string): Promise<void> => {
    const capture = require(id);
    opened.delete(id);
    options.persons.end(capture.path);
    await close(capture);
    await rm(partOf(capture.path), { force: true });
    forget(capture.path);
  };

  /** A list that cannot be written keeps no recording from being made. */
  const remember = (paths: readonly string[]): void => {
    try {
      openList.write(paths);
    } catch (error) {
      options.onUnfinished(error);
    }
  };

  const notePersons = (path: string): void => {
    try {
      options.persons.begin(path);
    } catch (error) {
      options.onUnfinished(error);
    }
  };

  const forget = (path: string): void => {
    if (openList.read().includes(path)) {
      remember(openList.read().filter((other) => other !== path));
    }
  };

  const look = async (capture: OpenCapture): Promise<void> => {
    if (capture.sizeBytes < capture.lookAtBytes) {
      return;
    }
    capture.lookAtBytes = capture.sizeBytes + lookEveryBytes;
    const where = dirname(capture.path);
    if ((await readFreeBytes(where)) < lowBytes) {
      capture.lookAtBytes = Number.POSITIVE_INFINITY;
      options.onLowSpace(where);
    }
  };

  /** Whether there is one again at its path. */
  const recoverOne = async (path: string): Promise<boolean> => {
    const isOwn = [folder(), ...otherFolders].includes(dirname(path));
    if (!isOwn || !isCaptureName(basename(path))) {
      return false;
    }
    const [part, raw] = [partOf(path), rawOf(path)];
    if (isFile(part) && (await stat(part)).size === 0) {
      await rm(part);
    }
    if (isFile(part) && !isThere(raw) && !isThere(path)) {
      await finishVideo(path);
      return true;
    }
    if (isFile(raw) && (isFile(path) || !isThere(path))) {
      // What there is of the finished one was being written.
      await finishRaw(path);
      return true;
    }
    return false;
  };

  return {
    begin: async (kind) => {
      if (opened.size >= maxOpen) {
        throw new AppError('at_capacity', `At most ${maxOpen} files are written at a time.`);
      }
      const { path, name } = findFreePath(folder(), now(), endings[kind]);
      const file = await openPart(path, openFile);
      const id = createId();
      if (kind === 'video') {
        remember([...openList.read(), path].slice(-100));
      }
      notePersons(path);
      opened.set(id, {
        kind,
        path,
        file,
        sizeBytes: 0,
        writtenBytes: 0,
        failure: null,
        lookAtBytes: 0,
        last: Promise.resolve(),
      });
      return { id, name };
    },
    write: async (id, bytes) => {
      const capture = require(id);
      if (capture.sizeBytes + bytes.byteLength > mostBytes[capture.kind]) {
        throw new AppError('input_too_large', 'The file has reached its largest size.');
      }
      capture.sizeBytes += bytes.byteLength;
      capture.last = capture.last.then(() => writeAll(capture, bytes));
      await capture.last;
      if (capture.failure !== null) {
        throw capture.failure;
      }
      await look(capture);
    },
    end: finish,
    drop,
    pathOf: (id) => {
      const path = finished.get(id);
      if (path === undefined) {
        throw new AppError('not_found', 'There is no finished file of this id.');
      }
      return path;
    },
    finishAll: async () => {
      for (const [id, { sizeBytes, kind }] of opened) {
        try {
          await (kind === 'video' && sizeBytes > 0 ? finish(id) : drop(id));
        } catch (error) {
          options.onUnfinished(error); // The others are finished all the same.
        }
      }
    },
    recover: async () => {
      const found: string[] = [];
      for (const path of openList.read()) {
        try {
          if (await recoverOne(path)) {
            found.push(path);
          }
          forget(path);
        } catch (error) {
          options.onUnfinished(error);
        }
      }
      return found;
    },
  };
}

const partOf = (path: string): string => `${path}.part`;
/** A recording that is whole but not finished. */
const rawOf = (path: string): string => `${path}.raw`;

const openNew = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function openPart(
  path: string,
  openFile: (path: string) => Promise<CaptureFile>,
): Promise<CaptureFile> {
  try {
    return await openFile(partOf(path));
  } catch (cause) {
    throw new AppError('storage_failed', `${path} cannot be written.`, { cause });
  }
}

/** Never throws: what went wrong stays with the capture, and what was written before stays whole. */
async function writeAll(capture: OpenCapture, bytes: Uint8Array): Promise<void> {
  if (capture.failure !== null) {
    return;
  }
  const { file, path } = capture;
  try {
    await file.writeFile(bytes);
    capture.writtenBytes += bytes.byteLength;
  } catch (cause) {
    const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
    const why = isFull ? ', because the disk is full' : '';
    capture.failure = new AppError('storage_failed', `${path} could not be written${why}.`, {
      cause,
    });
  }
}

/** Ends with the last piece that is whole. */
async function close(capture: OpenCapture): Promise<void> {
  await capture.last;
  try {
    if (capture.failure !== null) {
      await capture.file.truncate(capture.writtenBytes);
    }
  } finally {
    await capture.file.close();
  }
}

async function renamed(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (cause) {
    throw new AppError('storage_failed', `${to} could not be finished.`, { cause });
  }
}

/** Whether there is anything, a link that leads nowhere included. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether there is a file, and no link to one: what a link names is not ours to finish. */
const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** A name by the moment, such as `Guise 2026-01-31 09-30-05.mp4`, that nothing has yet. */
function findFreePath(
  folder: string,
  at: Date,
  ending: string,
): { readonly path: string; readonly name: string } {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AppError('storage_failed', `The folder ${folder} cannot be made.`, { cause });
  }
  const pad = (value: number): string => String(value).padStart(2, '0');
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join('-');
  for (let count = 1; ; count += 1) {
    const name = `Guise ${day} ${time}${count === 1 ? '' : ` (${count})`}${ending}`;
    const path = join(folder, name);
    if (![path, partOf(path), rawOf(path)].some(isThere)) {
      return { path, name };
    }
  }
}
