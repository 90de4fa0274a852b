import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createId } from '../../base/ids.ts';
import { isCaptureName } from '../live/capture-files.ts';
import type { LibraryRecord } from './library-records.ts';

/**
 * Lists recordings and snapshots that are in the folders but in no list: of earlier versions, or of a crashed
 * run.
 */
export async function listFoundCaptures(
  folders: readonly string[],
  known: ReadonlySet<string>,
): Promise<LibraryRecord[]> {
  const found: LibraryRecord[] = [];
  for (const folder of new Set(folders)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (isCaptureName(name) && extname(name) !== '.csv' && !known.has(path)) {
        // The file may vanish meanwhile.
        const file = await stat(path).catch(() => null);
        if (file?.isFile() === true) {
          found.push(toCapture({ path, atMs: file.mtimeMs, sizeBytes: file.size }));
        }
      }
    }
  }
  return found;
}

/** A recording or snapshot of the output. */
export function toCapture(capture: {
  readonly path: string;
  readonly atMs: number;
  readonly sizeBytes: number;
  readonly character?: string | null | undefined;
  readonly isRepaired?: boolean | undefined;
}): LibraryRecord {
  const { path, atMs, sizeBytes, character = null, isRepaired = false } = capture;
  const isVideo = extname(path) === '.mp4';
  return {
    id: createId(),
    kind: isVideo ? 'recording' : 'snapshot',
    name: basename(path),
    atMs,
    durationMs: null,
    isOpen: false,
    profileId: null,
    costUsd: null,
    character,
    voice: null,
    file: { path, kind: isVideo ? 'video' : 'image', sizeBytes },
    isRepaired,
    sha256s: [],
  };
}
