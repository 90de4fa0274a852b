import { lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** State of a file in the folder. */
export interface StableFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

/** Time without changes after which a file counts as complete, in milliseconds. */
export const stabilityMs = 2_000;

/** Extensions that browsers and file managers use for unfinished files. */
const unfinished: ReadonlySet<string> = new Set([
  '.part',
  '.partial',
  '.crdownload',
  '.download',
  '.tmp',
]);

/**
 * Lists the files of a folder, without hidden ones, links, and unfinished ones by name. Throws when the folder
 * cannot be read.
 */
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

/** Current state of a file; null when it is missing, empty, or not a regular file. */
export async function findStableFile(path: string): Promise<StableFile | null> {
  const file = await lstat(path).catch(() => null);
  return file?.isFile() === true && file.size > 0
    ? { path, sizeBytes: file.size, mtimeMs: file.mtimeMs }
    : null;
}

/** Returns whether two states of a file are the same by size and time; the content is not read. */
export function isSameFile(
  one: Omit<StableFile, 'path'>,
  other: Omit<StableFile, 'path'>,
): boolean {
  return one.sizeBytes === other.sizeBytes && one.mtimeMs === other.mtimeMs;
}

/** Distinguishes files that are still being written from stable ones. */
export class StableFiles {
  #moving = new Map<string, StableFile & { readonly sinceMs: number }>();

  /** Number of unstable files. */
  get moving(): number {
    return this.#moving.size;
  }

  /** Returns the current files that have been unchanged for long enough. */
  scan(files: readonly StableFile[], nowMs: number): StableFile[] {
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
