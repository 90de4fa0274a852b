import { lstatSync, mkdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { claimPath } from '../files/claim-path.ts';

/** Pattern of capture names; a recovery touches no other file, whatever the list contains. */
const namePattern = /^Guise \d{4}-\d\d-\d\d \d\d-\d\d-\d\d(?: \(\d+\))?\.(?:mp4|png|csv)$/;

/** Returns whether a name is that of a recording, its markers or a snapshot. */
export function isCaptureName(name: string): boolean {
  return namePattern.test(name);
}

/** Path of a capture while it is written. */
export const toPartialPath = (path: string): string => `${path}.part`;

/** Path of a complete but unfinished recording. */
export const toRawPath = (path: string): string => `${path}.raw`;

/** Path of a recording's markers, during it and after. */
export const toMarkersPath = (path: string): string => path.replace(/\.[^.]+$/, '.csv');

/** Gives a capture its next name. Throws `storage_failed`. */
export async function renameCapture(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (cause) {
    throw new AppError('storage_failed', `${to} could not be finished.`, { cause });
  }
}

/** Returns whether a path is a regular file. A link is none: its target is not ours to finish. */
export const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Claims a name by the moment, such as `Guise 2026-01-31 09-30-05.mp4`, with an empty part. Throws `storage_failed`. */
export function claimCapturePath(
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
  try {
    return claimPath({
      folder,
      stem: `Guise ${day} ${time}`,
      ending,
      toBeside: (path) => [toPartialPath(path), toRawPath(path), toMarkersPath(path)],
      toClaimed: toPartialPath,
    });
  } catch (cause) {
    throw new AppError('storage_failed', `Nothing can be written to ${folder}.`, { cause });
  }
}
