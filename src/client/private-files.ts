import { chmodSync, lstatSync, mkdirSync, type Stats, unlinkSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { AppError } from '../base/errors.ts';
import { toDiskFault } from '../base/faults.ts';

const othersBits = 0o077;
const worldWritableBit = 0o002;

/** Permissions removed from new files by the user's umask; 022 before a program asked. */
let usualMask = 0o022;

/** Mode of a file that the user puts somewhere by hand: what any program gives a new one. */
export function readUsualMode(): number {
  return 0o666 & ~usualMask;
}

/**
 * Keeps files of this process and its children private: files are created as 0600 and folders as 0700, and a
 * core dump contains no memory, which may hold keys and faces. Has to be called before a program opens
 * anything.
 */
export function restrictToUser(): void {
  usualMask = process.umask(othersBits);
  if (process.platform === 'linux') {
    try {
      // No kind of memory is written. Children inherit it; Node has no call for the limit of dumps itself.
      writeFileSync('/proc/self/coredump_filter', '0');
    } catch {
      // A container without a writable /proc: dumps are what its host decides.
    }
  }
}

/**
 * Creates a folder that only the user can access, and restricts an existing one that the user owns. A link to
 * another folder is the user's decision, and so are that folder's permissions. Throws `storage_failed` when it
 * cannot be created, or when everyone may write to it, as to `/tmp`.
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const found = lstatSync(path);
    if (!found.isDirectory() || !isOwn(found) || (found.mode & othersBits) === 0) {
      return;
    }
    if ((found.mode & worldWritableBit) !== 0) {
      throw new AppError(
        'storage_failed',
        `${path} may be written by everyone on this computer. Name a folder of your own.`,
      );
    }
    chmodSync(path, 0o700);
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : new AppError('storage_failed', `The folder ${path} cannot be made or used.`, {
          cause,
          ...toDiskFault(cause),
        });
  }
}

/**
 * Like {@link makePrivateFolder}, for a folder whose files are deleted without a question: a link in its place is
 * removed, because a restored backup could otherwise name a folder of the user to be emptied.
 */
export function makeScratchFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    unlinkSync(path);
  }
  makePrivateFolder(path);
}

/** Writes a private file in place of an existing one: a link is replaced, never followed. */
export async function replacePrivateFile(
  path: string,
  content: Uint8Array | string,
): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, content, { mode: 0o600, flag: 'wx' });
}

/** On systems without file owners, a folder of the profile counts as the user's. */
function isOwn(found: Stats): boolean {
  const uid = process.getuid?.();
  return uid === undefined || found.uid === uid;
}
