import { closeSync, lstatSync, openSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A file that is about to be made. */
export interface WantedFile {
  readonly folder: string;
  /** Name without its extension; `(2)` and so on is appended when it is taken. */
  readonly stem: string;
  /** Extension with its dot. */
  readonly ending: string;
  /** Paths beside it that have to be free as well. */
  readonly toBeside?: ((path: string) => readonly string[]) | undefined;
  /** The claimed path; the file's own by default. */
  readonly toClaimed?: ((path: string) => string) | undefined;
}

/** Returns whether a path exists; a link counts even if its target does not. */
export const isThere = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Creates an empty file with the first free name, which reserves it against concurrent jobs and other programs.
 * The caller fills or removes it. Throws the system's error when nothing can be created.
 */
export function claimPath(wanted: WantedFile): { readonly path: string; readonly name: string } {
  const { folder, stem, ending, toBeside = () => [], toClaimed = (path) => path } = wanted;
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${stem}${count === 1 ? '' : ` (${count})`}${ending}`);
    if (![path, ...toBeside(path)].some(isThere) && claim(toClaimed(path))) {
      return { path, name: basename(path) };
    }
  }
}

function claim(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
