import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** File with the name of an ONNX model. */
export interface FoundFile {
  /** Path inside the folder, with `/`. */
  readonly id: string;
  readonly path: string;
  readonly stat: Stats | null;
  /** Reason why the file is not opened; null when it may be. */
  readonly refusal: string | null;
}

/** Result of a search. */
export interface FoundFiles {
  readonly exists: boolean;
  readonly files: readonly FoundFile[];
  readonly note: string | null;
}

const MAX_DEPTH = 6;
const MAX_FILES = 500;
const MAX_LISTED = 20_000;

/** Finds models in a folder and its subfolders. Symbolic links to folders are not followed. */
export async function findModelFiles(folder: string): Promise<FoundFiles> {
  const root = await realpath(folder).catch(() => null);
  const isFolder = root !== null && (await stat(root)).isDirectory();
  if (!isFolder) {
    return { exists: false, files: [], note: null };
  }
  const files: FoundFile[] = [];
  const notes = new Set<string>();
  let listed = 0;
  const visit = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      notes.add(`The folder ${toId(root, path)} cannot be read.`);
      return;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      listed += 1;
      if (listed > MAX_LISTED || files.length >= MAX_FILES) {
        notes.add(
          `Only the first ${files.length} models are shown; the folder holds too many files.`,
        );
        return;
      }
      const inner = join(path, entry.name);
      if (entry.isDirectory() && depth === MAX_DEPTH) {
        notes.add(`Folders more than ${MAX_DEPTH} deep are not looked into.`);
      } else if (entry.isDirectory()) {
        await visit(inner, depth + 1);
      } else if (/\.onnx$/i.test(entry.name)) {
        files.push(await judgeFile(root, inner));
      }
    }
  };
  await visit(root, 0);
  return { exists: true, files, note: notes.size === 0 ? null : [...notes].join(' ') };
}

/** Checks that a real path lies in a real folder. */
export function isInside(folder: string, path: string): boolean {
  const inFolder = relative(folder, path);
  return (
    inFolder !== '' &&
    inFolder !== '..' &&
    !inFolder.startsWith(`..${sep}`) &&
    !isAbsolute(inFolder)
  );
}

async function judgeFile(root: string, path: string): Promise<FoundFile> {
  const id = toId(root, path);
  try {
    const isLink = (await lstat(path)).isSymbolicLink();
    const real = isLink ? await realpath(path) : path;
    if (!isInside(root, real)) {
      return { id, path, stat: null, refusal: 'It is a link to a place outside of the folder.' };
    }
    const facts = await stat(real);
    return facts.isFile()
      ? { id, path: real, stat: facts, refusal: null }
      : { id, path: real, stat: null, refusal: 'It is no file.' };
  } catch {
    return { id, path, stat: null, refusal: 'It cannot be read.' };
  }
}

function toId(root: string, path: string): string {
  return relative(root, path).split(sep).join('/') || '.';
}
