import { lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file as it lies in the folder. */
export interface StableFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

/** How long a file stays as it is before it counts as whole, in milliseconds. */
export const stabilityMs = 2_000;

/** Endings that browsers and file managers give what they still write. */
const unfinished: ReadonlySet<string> = new Set([
  '.part',
  '.partial',
  '.crdownload',
  '.download',
  '.tmp',
]);

/** The files of a folder, without hidden ones, links, and what is still being written by its name. Throws when the folder cannot be read. */
export async function listFolder(folder: string): Promise<StableFile[]> {
  const found: StableFile[] = [];
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.') && !unfinished.has(extname(name).toLowerCase())) {
      const file = await findStableFile(join(folder, name));
      if (file !== null) {
        found.push(file);
      }
    }
  }
  return found;
}

/** A file as it is now; null for what is not there, is empty, or is no file. */
export async function findStableFile(path: string): Promise<StableFile | null> {
  const file = await lstat(path).catch(() => null);
  return file?.isFile() === true && file.size > 0
    ? { path, sizeBytes: file.size, mtimeMs: file.mtimeMs }
    : null;
}

/** Whether two looks saw the same file, as far as can be told without reading it. */
export function isSameFile(
  one: Omit<StableFile, 'path'>,
  other: Omit<StableFile, 'path'>,
): boolean {
  return one.sizeBytes === other.sizeBytes && one.mtimeMs === other.mtimeMs;
}

/** Tells files that are still being written from those that have come to rest. */
export class StableFiles {
  #moving = new Map<string, StableFile & { readonly sinceMs: number }>();

  /** How many have not come to rest. */
  get moving(): number {
    return this.#moving.size;
  }

  /** Of the files that are there now, those that stayed as they are for long enough. */
  look(files: readonly StableFile[], nowMs: number): StableFile[] {
    const before = this.#moving;
    this.#moving = new Map();
    return files.filter((file) => {
      const known = before.get(file.path);
      const sinceMs = known !== undefined && isSameFile(known, file) ? known.sinceMs : nowMs;
      const isResting = nowMs - sinceMs >= stabilityMs;
      if (!isResting) {
        this.#moving.set(file.path, { ...file, sinceMs });
      }
      return isResting;
    });
  }
}
