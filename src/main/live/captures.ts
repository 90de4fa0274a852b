import { existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import type { CaptureKind } from '../../contract/ipc/captures.ts';
import type { FinishRecording } from './finish-recording.ts';

/** The file of the folder that the user chose; null for the app's own. */
export const capturesFileSchema = z.object({ folder: z.string().nullable().default(null) });

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
}

interface OpenCapture {
  readonly kind: CaptureKind;
  readonly path: string;
  readonly file: FileHandle;
  sizeBytes: number;
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

/** What captures need. */
export interface CapturesOptions {
  /** Asked at every begin. */
  readonly folder: () => string;
  readonly now: () => Date;
  readonly finishRecording: FinishRecording;
  /** Told what kept a recording from being finished; it stays as it was written. */
  readonly onUnfinished: (error: unknown) => void;
}

/** Begins without any. */
export function createCaptures(options: CapturesOptions): Captures {
  const { folder, now } = options;
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
    const { path, file, kind } = capture;
    opened.delete(id);
    try {
      await capture.last;
    } finally {
      await file.close();
    }
    await (kind === 'video' ? finishVideo(path) : renamed(partOf(path), path));
    finished.set(id, path);
    for (const oldest of finished.keys()) {
      if (finished.size > maxRemembered) {
        finished.delete(oldest);
      }
    }
    return { path, sizeBytes: (await stat(path)).size };
  };

  const finishVideo = async (path: string): Promise<void> => {
    const raw = rawOf(path);
    await renamed(partOf(path), raw);
    try {
      await options.finishRecording(raw, path);
      await rm(raw, { force: true });
    } catch (error) {
      options.onUnfinished(error);
      await renamed(raw, path);
    }
  };

  const drop = async (id: string): Promise<void> => {
    const { path, file, last } = require(id);
    opened.delete(id);
    await last.catch(() => undefined); // It was told when it was written.
    await file.close();
    await rm(partOf(path), { force: true });
  };

  return {
    begin: async (kind) => {
      if (opened.size >= maxOpen) {
        throw new AppError('at_capacity', `At most ${maxOpen} files are written at a time.`);
      }
      const { path, name } = findFreePath(folder(), now(), endings[kind]);
      const file = await openPart(path);
      const id = createId();
      opened.set(id, { kind, path, file, sizeBytes: 0, last: Promise.resolve() });
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
        await (kind === 'video' && sizeBytes > 0 ? finish(id) : drop(id));
      }
    },
  };
}

const partOf = (path: string): string => `${path}.part`;
/** A recording that is whole but not finished. */
const rawOf = (path: string): string => `${path}.raw`;

async function openPart(path: string): Promise<FileHandle> {
  try {
    return await open(partOf(path), 'wx', 0o600);
  } catch (cause) {
    throw new AppError('storage_failed', `${path} cannot be written.`, { cause });
  }
}

async function writeAll({ file, path }: OpenCapture, bytes: Uint8Array): Promise<void> {
  try {
    await file.writeFile(bytes);
  } catch (cause) {
    throw new AppError('storage_failed', `${path} could not be written.`, { cause });
  }
}

async function renamed(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (cause) {
    throw new AppError('storage_failed', `${to} could not be finished.`, { cause });
  }
}

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
    if (![path, partOf(path), rawOf(path)].some((taken) => existsSync(taken))) {
      return { path, name };
    }
  }
}
