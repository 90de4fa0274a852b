import { rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { ProcessNotStarted } from '../../base/peer/process-end.ts';
import type { Marker } from '../../contract/marker.ts';
import {
  isCaptureName,
  isFile,
  toMarkersPath,
  toPartialPath,
  toRawPath,
  renameCapture,
} from './capture-files.ts';
import { isThere } from '../files/claim-path.ts';
import type { FinishRecording } from './finish-recording.ts';
import { readMarkers } from './markers-file.ts';

/** Dependencies of finishing recordings. */
export interface RecordingFinisherOptions {
  /** Asked at every recovery. */
  readonly folder: () => string;
  /** Further folders in which captures may have been started. */
  readonly otherFolders?: readonly string[] | undefined;
  readonly finishRecording: FinishRecording;
  /** Called when a recording cannot be finished; it stays as written. */
  readonly onUnfinished: (error: unknown) => void;
  /** Keeps the list of recordings that are not finished. */
  readonly openList: {
    readonly read: () => readonly string[];
    readonly write: (paths: readonly string[]) => void;
  };
}

/** Finishes complete recordings, including those of a crashed run. */
export class RecordingFinisher {
  readonly #options: RecordingFinisherOptions;
  /** Captures of an earlier run, as opposed to those of this one. */
  readonly #left: readonly string[];

  constructor(options: RecordingFinisherOptions) {
    this.#options = options;
    this.#left = options.openList.read();
  }

  /** Puts a recording on the list of those that are not finished. */
  remember(path: string): void {
    this.#write([...this.#options.openList.read(), path].slice(-100));
  }

  /** Takes a recording off the list. */
  forget(path: string): void {
    const { openList } = this.#options;
    if (openList.read().includes(path)) {
      this.#write(openList.read().filter((other) => other !== path));
    }
  }

  /**
   * Finishes the recording for a path. Throws when its program cannot be started; then a later recovery does
   * it.
   */
  async finish(path: string): Promise<void> {
    await renameCapture(toPartialPath(path), toRawPath(path));
    await this.#finishRaw(path);
  }

  /** Finishes the recordings that an earlier run left on the list, and returns their paths. */
  async recover(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const path of this.#left) {
      try {
        if (await this.#recoverOne(path)) {
          found.push(path);
        }
        this.forget(path);
      } catch (error) {
        this.#options.onUnfinished(error);
      }
    }
    return found;
  }

  /**
   * Finishes one interrupted recording; returns whether there is a file at its path again. Throws while its folder is
   * away, as on a disk that is not connected: a later start finishes it.
   */
  async #recoverOne(path: string): Promise<boolean> {
    const { folder, otherFolders = [] } = this.#options;
    const isOwn = [folder(), ...otherFolders].includes(dirname(path));
    if (!isOwn || !isCaptureName(basename(path))) {
      return false;
    }
    if (!isThere(dirname(path))) {
      throw new AppError('storage_failed', `The folder of ${path} is not there.`);
    }
    const [part, raw] = [toPartialPath(path), toRawPath(path)];
    if (isFile(part) && (await stat(part)).size === 0) {
      await rm(part);
      await rm(toMarkersPath(path), { force: true });
    }
    if (isFile(part) && !isThere(raw) && !isThere(path)) {
      await this.finish(path);
      return true;
    }
    if (isFile(raw) && (isFile(path) || !isThere(path))) {
      // The existing part of the finished file was still being written.
      await this.#finishRaw(path);
      return true;
    }
    return false;
  }

  async #finishRaw(path: string): Promise<void> {
    const raw = toRawPath(path);
    try {
      await this.#options.finishRecording(raw, path, await this.#readMarkers(path));
      await rm(raw, { force: true });
    } catch (error) {
      if (error instanceof AppError && error.cause instanceof ProcessNotStarted) {
        throw error; // Nothing is wrong with the recording: the next start finishes it.
      }
      this.#options.onUnfinished(error);
      await renameCapture(raw, path);
    }
  }

  /** Markers that cannot be read keep no recording from being finished. */
  async #readMarkers(path: string): Promise<readonly Marker[]> {
    const markers = toMarkersPath(path);
    try {
      return isFile(markers) ? await readMarkers(markers) : [];
    } catch (error) {
      this.#options.onUnfinished(error);
      return [];
    }
  }

  /** A list that cannot be written keeps no recording from being made. */
  #write(paths: readonly string[]): void {
    try {
      this.#options.openList.write(paths);
    } catch (error) {
      this.#options.onUnfinished(error);
    }
  }
}
