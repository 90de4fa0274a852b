import { readdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { toWavHeader, WAV_HEADER_BYTES } from '../../base/wav-header.ts';
import { writeAllBytes } from '../../base/write-all-bytes.ts';
import { makeScratchFolder } from '../../client/private-files.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { maxRecordingS } from '../../contract/ipc/recordings.ts';
import { PageFiles } from '../files/page-files.ts';
import type { AreaHandlers } from '../ipc/area.ts';

const bytesPerSample = 2;

/** Dependencies of the calls. */
export interface RecordingsOptions {
  readonly folder: string;
  /** Takes a finished recording in as a file the user chose. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
  readonly nowMs: () => number;
}

/** The calls about recordings. */
export function createRecordingCalls(options: RecordingsOptions): AreaHandlers<'recordings'> {
  const files = new PageFiles<{ readonly sampleRateHz: number }>(options.folder, 'recording');
  return {
    'recordings.begin': async ({ sampleRateHz }) => {
      const name = toName(options.nowMs());
      const begun = await files.begin((id) => `${name} ${id.slice(0, 8)}.wav`, { sampleRateHz });
      await files.append(begun.id, Buffer.alloc(WAV_HEADER_BYTES));
      return begun;
    },
    'recordings.write': async ({ id, bytes }) => {
      const { facts, sizeBytes } = files.require(id);
      const max = WAV_HEADER_BYTES + maxRecordingS * facts.sampleRateHz * bytesPerSample;
      if (sizeBytes + bytes.byteLength > max) {
        throw new AppError('input_too_large', `A recording has at most ${maxRecordingS} s.`, {
          details: faultDetails('recording_full'),
        });
      }
      await files.append(id, bytes);
      return null;
    },
    'recordings.end': async ({ id }) => {
      const { facts, sizeBytes } = files.require(id);
      const header = toWavHeader(facts.sampleRateHz, sizeBytes - WAV_HEADER_BYTES);
      return options.addFile(await files.end(id, (file) => writeAllBytes(file, header, 0)));
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
