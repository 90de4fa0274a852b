import { appendFile, readFile } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { maxMarkers } from '../../contract/ipc/captures.ts';
import type { Marker } from '../../contract/marker.ts';

/** Bytes of the longest file of markers that is read. */
const maxBytes = 1_000_000;

/**
 * Adds a line to the markers of a recording: `seconds,,title`, which is how LosslessCut and spreadsheets read
 * segments without an end. Throws `storage_failed`.
 */
export async function appendMarker(path: string, marker: Marker): Promise<void> {
  try {
    await appendFile(path, toLine(marker), { mode: 0o600 });
  } catch (cause) {
    throw new AppError('storage_failed', `${path} could not be written.`, { cause });
  }
}

/**
 * Reads the markers in the order of their times. An incomplete line of a killed app is skipped. Throws
 * `storage_failed`.
 */
export async function readMarkers(path: string): Promise<readonly Marker[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new AppError('storage_failed', `${path} could not be read.`, { cause });
  }
  return text
    .slice(0, maxBytes)
    .split('\n')
    .slice(0, -1) // The text after the last line break is incomplete.
    .slice(0, maxMarkers)
    .flatMap(fromLine)
    .toSorted((one, other) => one.atMs - other.atMs);
}

function toLine({ atMs, title }: Marker): string {
  const quoted = title.replaceAll(/\s+/g, ' ').replaceAll('"', '""');
  return `${(atMs / 1000).toFixed(3)},,"${quoted}"\n`;
}

function fromLine(line: string): Marker[] {
  const match = /^(\d{1,9}\.\d{3}),,"(.*)"$/.exec(line);
  const [, seconds = '', title = ''] = match ?? [];
  return match === null
    ? []
    : [{ atMs: Math.round(Number(seconds) * 1000), title: title.replaceAll('""', '"') }];
}
