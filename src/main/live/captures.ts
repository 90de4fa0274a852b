import { type FileHandle, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, DISK_FULL } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { createId } from '../../base/ids.ts';
import { type CaptureKind, maxMarkers } from '../../contract/ipc/captures.ts';
import type { Marker } from '../../contract/marker.ts';
import { claimCapturePath, toMarkersPath, toPartialPath, renameCapture } from './capture-files.ts';
import type { CapturedPersons } from './captured-persons.ts';
import { appendMarker } from './markers-file.ts';
import { RecordingFinisher, type RecordingFinisherOptions } from './recording-finisher.ts';

/** The part of a file on disk that captures need. */
export type CaptureFile = Pick<FileHandle, 'writeFile' | 'truncate' | 'close'>;

interface OpenCapture {
  readonly kind: CaptureKind;
  readonly path: string;
  readonly file: CaptureFile;
  sizeBytes: number;
  /** Bytes among these that are on disk whole. */
  writtenBytes: number;
  /** Number of its markers. */
  markers: number;
  /** Failed write of a chunk, after which nothing can be appended. */
  failure: AppError | null;
  /** Size at which the free disk space is checked again. */
  checkAtBytes: number;
  /** Writes follow one another. */
  last: Promise<void>;
}

const endings: Readonly<Record<CaptureKind, string>> = { video: '.mp4', picture: '.png' };
/** Maximum size of one file: a snapshot is one frame, a recording is limited by the capacity of common disks. */
const maxBytes: Readonly<Record<CaptureKind, number>> = {
  video: 200 * 2 ** 30,
  picture: 64 * 2 ** 20,
};
const maxOpen = 4;
const maxRemembered = 200;
/** Free disk space below which the user is warned, and bytes written between two checks. */
const lowBytes = 2 ** 30;
const checkEveryBytes = 32 * 2 ** 20;

/** A recording or snapshot that is whole. */
export interface FinishedCapture {
  readonly path: string;
  readonly sizeBytes: number;
  readonly isRepaired: boolean;
}

/** Options of captures; the folder is read at every begin. */
export interface CapturesOptions extends RecordingFinisherOptions {
  readonly now: () => Date;
  /** Notified when a file begins, and when it is finished or discarded. */
  readonly persons: Pick<CapturedPersons, 'begin' | 'end'>;
  /** Called for every finished file, with whether a crashed run had left it. */
  readonly onFinished: (capture: FinishedCapture) => void;
  /** Called once per recording when its disk has less than 1 GB left. */
  readonly onLowSpace: (folder: string) => void;
  /** Makes a file that is not there. */
  readonly openFile?: (path: string) => Promise<CaptureFile>;
  /** Bytes that may still be written in a folder. */
  readonly readFreeBytes?: (folder: string) => Promise<number>;
}

/** Recordings and snapshots on disk; begins without any. */
export class Captures {
  readonly #options: CapturesOptions;
  readonly #recordings: RecordingFinisher;
  readonly #openFile: (path: string) => Promise<CaptureFile>;
  readonly #readFreeBytes: (folder: string) => Promise<number>;
  readonly #opened = new Map<string, OpenCapture>();
  readonly #finished = new Map<string, string>();

  constructor(options: CapturesOptions) {
    this.#options = options;
    this.#recordings = new RecordingFinisher(options);
    this.#openFile = options.openFile ?? openNew;
    this.#readFreeBytes = options.readFreeBytes ?? readFreeBytes;
  }

  /** Throws `at_capacity` or `storage_failed`. */
  async begin(
    kind: CaptureKind,
    pastSeconds = 0,
  ): Promise<{ readonly id: string; readonly name: string }> {
    if (this.#opened.size >= maxOpen) {
      throw new AppError('at_capacity', `At most ${maxOpen} files are written at a time.`);
    }
    const { folder, now } = this.#options;
    const { path, name } = claimCapturePath(folder(), now(), endings[kind]);
    const file = await openPart(path, this.#openFile);
    const id = createId();
    if (kind === 'video') {
      this.#recordings.remember(path);
    }
    this.#notePersons((persons) => persons.begin(path, pastSeconds));
    this.#opened.set(id, {
      kind,
      path,
      file,
      sizeBytes: 0,
      writtenBytes: 0,
      markers: 0,
      failure: null,
      checkAtBytes: 0,
      last: Promise.resolve(),
    });
    return { id, name };
  }

  async write(id: string, bytes: Uint8Array): Promise<void> {
    const capture = this.#require(id);
    if (capture.sizeBytes + bytes.byteLength > maxBytes[capture.kind]) {
      throw new AppError('input_too_large', 'The file has reached its largest size.', {
        details: faultDetails('recording_full'),
      });
    }
    capture.sizeBytes += bytes.byteLength;
    capture.last = capture.last.then(() => writeAll(capture, bytes));
    await capture.last;
    if (capture.failure !== null) {
      throw capture.failure;
    }
    await this.#checkSpace(capture);
  }

  /** Puts a marker into a recording. */
  async mark(id: string, marker: Marker): Promise<void> {
    const capture = this.#require(id);
    if (capture.markers >= maxMarkers) {
      throw new AppError('input_too_large', `A recording has at most ${maxMarkers} markers.`, {
        details: faultDetails('markers_full', { count: maxMarkers }),
      });
    }
    capture.markers += 1;
    await appendMarker(toMarkersPath(capture.path), marker);
  }

  async end(id: string): Promise<{ readonly path: string; readonly sizeBytes: number }> {
    const { path, kind } = await this.#close(id);
    await (kind === 'video'
      ? this.#recordings.finish(path)
      : renameCapture(toPartialPath(path), path));
    this.#recordings.forget(path);
    this.#finished.set(id, path);
    for (const oldest of this.#finished.keys()) {
      if (this.#finished.size > maxRemembered) {
        this.#finished.delete(oldest);
      }
    }
    const { size: sizeBytes } = await stat(path);
    this.#options.onFinished({ path, sizeBytes, isRepaired: false });
    return { path, sizeBytes };
  }

  async drop(id: string): Promise<void> {
    const { path } = await this.#close(id);
    await rm(toPartialPath(path), { force: true });
    await rm(toMarkersPath(path), { force: true });
    this.#recordings.forget(path);
  }

  /** Path of a finished capture. Throws `not_found`. */
  pathOf(id: string): string {
    const path = this.#finished.get(id);
    if (path === undefined) {
      throw new AppError('not_found', 'There is no finished file of this id.');
    }
    return path;
  }

  /** Finishes open captures as they are, because their page is gone; the written part is playable. */
  async finishAll(): Promise<void> {
    for (const [id, { sizeBytes, kind }] of this.#opened) {
      try {
        await (kind === 'video' && sizeBytes > 0 ? this.end(id) : this.drop(id));
      } catch (error) {
        this.#options.onUnfinished(error); // The others are finished all the same.
      }
    }
  }

  /** Finishes the recordings of a crashed run, and returns their paths. */
  async recover(): Promise<readonly string[]> {
    const paths = await this.#recordings.recover();
    for (const path of paths) {
      const { size: sizeBytes } = await stat(path);
      this.#options.onFinished({ path, sizeBytes, isRepaired: true });
    }
    return paths;
  }

  #require(id: string): OpenCapture {
    const capture = this.#opened.get(id);
    if (capture === undefined) {
      throw new AppError('not_found', 'There is no open file of this id.');
    }
    return capture;
  }

  async #close(id: string): Promise<OpenCapture> {
    const capture = this.#require(id);
    this.#opened.delete(id);
    this.#notePersons((persons) => persons.end(capture.path));
    await close(capture);
    return capture;
  }

  #notePersons(note: (persons: CapturesOptions['persons']) => void): void {
    try {
      note(this.#options.persons);
    } catch (error) {
      this.#options.onUnfinished(error);
    }
  }

  async #checkSpace(capture: OpenCapture): Promise<void> {
    if (capture.sizeBytes < capture.checkAtBytes) {
      return;
    }
    capture.checkAtBytes = capture.sizeBytes + checkEveryBytes;
    const folder = dirname(capture.path);
    if ((await this.#readFreeBytes(folder)) < lowBytes) {
      capture.checkAtBytes = Number.POSITIVE_INFINITY;
      this.#options.onLowSpace(folder);
    }
  }
}

const openNew = (path: string): Promise<FileHandle> => open(path, 'r+');

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function openPart(
  path: string,
  openFile: (path: string) => Promise<CaptureFile>,
): Promise<CaptureFile> {
  try {
    return await openFile(toPartialPath(path));
  } catch (cause) {
    await rm(toPartialPath(path), { force: true });
    throw new AppError('storage_failed', `${path} cannot be written.`, { cause });
  }
}

/** Never throws: a failure is stored with the capture, and earlier chunks stay intact. */
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
      ...(isFull ? { details: faultDetails(DISK_FULL) } : {}),
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
