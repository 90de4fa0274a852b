import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { toWavHeader, WAV_HEADER_BYTES } from '../../base/wav-header.ts';
import { writeAllBytes } from '../../base/write-all-bytes.ts';
import { makeScratchFolder } from '../../client/private-files.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { maxRecordingS } from '../../contract/ipc/recordings.ts';
import type { AreaHandlers } from '../ipc/area.ts';

const bytesPerSample = 2;

/** Dependencies of the calls. */
export interface RecordingsOptions {
  readonly folder: string;
  /** Takes a finished recording in as a file the user chose. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
  readonly nowMs: () => number;
}

interface OpenRecording {
  readonly id: string;
  readonly path: string;
  readonly file: FileHandle;
  readonly sampleRateHz: number;
  soundBytes: number;
}

/** The calls about recordings. One is open at a time: a page that was reloaded leaves nothing behind. */
export function createRecordingCalls(options: RecordingsOptions): AreaHandlers<'recordings'> {
  const { folder } = options;
  let current: OpenRecording | null = null;

  const require = (id: string): OpenRecording => {
    if (current?.id !== id) {
      throw new AppError('not_found', 'This recording is not open any more.');
    }
    return current;
  };

  async function giveUp(): Promise<void> {
    const dropped = current;
    current = null;
    if (dropped !== null) {
      await dropped.file.close();
      await rm(dropped.path, { force: true });
    }
  }

  return {
    'recordings.begin': ({ sampleRateHz }) =>
      toStorage(async () => {
        await giveUp();
        makeScratchFolder(folder);
        const id = randomUUID();
        const path = join(folder, `${toName(options.nowMs())} ${id.slice(0, 8)}.wav`);
        const file = await open(path, 'wx', 0o600);
        await writeAllBytes(file, Buffer.alloc(WAV_HEADER_BYTES));
        current = { id, path, file, sampleRateHz, soundBytes: 0 };
        return { id };
      }),
    'recordings.write': async ({ id, bytes }) => {
      const recording = require(id);
      const max = maxRecordingS * recording.sampleRateHz * bytesPerSample;
      if (recording.soundBytes + bytes.byteLength > max) {
        throw new AppError('input_too_large', `A recording has at most ${maxRecordingS} s.`, {
          details: faultDetails('recording_full'),
        });
      }
      const at = WAV_HEADER_BYTES + recording.soundBytes;
      recording.soundBytes += bytes.byteLength;
      await toStorage(() => writeAllBytes(recording.file, bytes, at));
      return null;
    },
    'recordings.end': async ({ id }) => {
      const recording = require(id);
      current = null;
      await toStorage(async () => {
        const header = toWavHeader(recording.sampleRateHz, recording.soundBytes);
        await writeAllBytes(recording.file, header, 0);
        await recording.file.close();
      });
      return options.addFile(recording.path);
    },
  };
}

/** Deletes recordings that no job uses. Called once, before any is made. */
export async function sweepRecordings(
  folder: string,
  readReferenced: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  makeScratchFolder(folder);
  const names = await readdir(folder).catch(() => []);
  // Paths are compared as the system takes them: one of a list may have been written otherwise.
  const referenced = new Set([...(await readReferenced())].map((path) => resolve(path)));
  for (const path of names.map((name) => resolve(folder, name))) {
    if (!referenced.has(path)) {
      await rm(path, { force: true });
    }
  }
}

/** `Recording 2026-01-31 09-30-00`, in the time of this computer. */
function toName(atMs: number): string {
  const moment = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join('-');
  return `Recording ${day} ${time}`;
}

async function toStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('storage_failed', 'The recording could not be written to disk.', { cause });
  }
}
