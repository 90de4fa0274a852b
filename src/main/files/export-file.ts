import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  chmod,
  constants,
  copyFile,
  mkdtemp,
  open,
  realpath,
  rename,
  rm,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/errors.ts';
import { toDiskFault } from '../../base/faults.ts';
import { readUsualMode } from '../../client/private-files.ts';

/** Writes the content of an export to a path. */
type WriteDraft = (draft: string) => Promise<void>;

/** Errors of a folder that takes no draft, or lets nothing in it be replaced; its files may be writable all the same. */
const folderErrors: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY']);

/**
 * Writes a file that the user exports: its permissions follow their folder and settings, as with any program. `write`
 * writes a draft beside it, which takes its name when it is complete: a full disk leaves neither a part of it, nor
 * nothing of what it replaces. In a folder that cannot be written, an existing file that can be is overwritten instead.
 * A link stays one, and what it leads to is replaced. Throws `storage_failed` with `failure` when that is impossible,
 * and each `AppError` of `write` as it is.
 */
export async function exportFile(
  target: string,
  failure: string,
  write: WriteDraft,
): Promise<void> {
  const place = await realpath(target).catch(() => target);
  try {
    await replace(place, write).catch(async (error: unknown) => {
      if (!(await canOverwrite(place, error))) {
        throw error;
      }
      await overwrite(place, failure, write);
    });
  } catch (cause) {
    if (cause instanceof AppError) {
      throw cause;
    }
    throw new AppError('storage_failed', failure, { cause, ...toDiskFault(cause) });
  }
}

async function replace(place: string, write: WriteDraft): Promise<void> {
  const draft = join(dirname(place), `.guise-${randomUUID()}.part`);
  try {
    await write(draft);
    await chmod(draft, readUsualMode());
    await rename(draft, place);
  } catch (error) {
    // A draft that cannot be removed must not hide why.
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function canOverwrite(place: string, error: unknown): Promise<boolean> {
  const isOfFolder = error instanceof Error && 'code' in error && folderErrors.has(error.code);
  return (
    isOfFolder &&
    access(place, constants.W_OK).then(
      () => true,
      () => false,
    )
  );
}

/**
 * Draft and previous content are in a private folder meanwhile; the content comes back when the draft does not fit. Where
 * it cannot come back, because the disk is gone, its copy stays and the error names it: it is the last one.
 */
async function overwrite(place: string, failure: string, write: WriteDraft): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'guise-export-'));
  const [draft, before] = [join(scratch, 'draft'), join(scratch, 'before')];
  let isLastCopy = false;
  try {
    await write(draft);
    await copyFile(place, before);
    await copyInto(place, draft).catch(async (cause: unknown) => {
      isLastCopy = await copyInto(place, before).then(
        () => false,
        () => true,
      );
      throw isLastCopy ? withLastCopy(failure, before, cause) : cause;
    });
  } finally {
    const left = isLastCopy ? draft : scratch;
    await rm(left, { recursive: true, force: true }).catch(() => undefined);
  }
}

function withLastCopy(failure: string, before: string, cause: unknown): AppError {
  const message = `${failure} What it was to replace is in ${before}.`;
  return new AppError('storage_failed', message, { cause, ...toDiskFault(cause) });
}

/** Never makes a file: a folder with the sticky bit would refuse that. */
async function copyInto(place: string, from: string): Promise<void> {
  const file = await open(place, constants.O_WRONLY | constants.O_TRUNC);
  await pipeline(createReadStream(from), file.createWriteStream());
}
