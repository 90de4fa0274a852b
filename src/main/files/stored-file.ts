import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { toDiskFault } from '../../base/faults.ts';
import { makePrivateFolder } from '../../client/private-files.ts';

/** A small JSON file of the app, kept in memory and written whole. */
export interface StoredJsonFile<T> {
  readonly path: string;
  /** The content as last read or written. */
  readonly read: () => T;
  /** Replaces the content atomically. Throws `storage_failed`; the old content then stays. */
  readonly write: (value: T) => void;
}

/** Location and schema of a file. */
export interface StoredFileOptions<S extends ContentSchema> {
  readonly folder: string;
  /** File name without its extension. */
  readonly name: string;
  /** Has to accept `{}`, which represents a missing file. */
  readonly schema: S;
  /** Called with the new path of an old file that was unreadable. */
  readonly onSetAside: (path: string) => void;
  readonly now?: () => Date;
}

type ContentSchema = z.ZodType<Record<string, unknown>>;

/**
 * Opens a file. One that does not match the schema, and a link, is renamed, never overwritten, and the defaults
 * apply. Only this user may read it (mode 0600). This is the only module that uses electron-store.
 */
export function openStoredFile<S extends ContentSchema>(
  options: StoredFileOptions<S>,
): StoredJsonFile<z.output<S>> {
  makePrivateFolder(options.folder);
  const store = openOrSetAside(options);
  let content = z.parse(options.schema, store.store);
  return {
    path: store.path,
    read: () => content,
    write: (value) => {
      const checked = z.parse(options.schema, value);
      try {
        requirePlainFile(store.path);
        store.store = checked;
      } catch (cause) {
        throw new AppError('storage_failed', `${store.path} could not be written.`, {
          cause,
          ...toDiskFault(cause),
        });
      }
      content = checked;
    },
  };
}

type Store = ElectronStore;

function openOrSetAside<S extends ContentSchema>(options: StoredFileOptions<S>): Store {
  const path = join(options.folder, `${options.name}.json`);
  try {
    requirePlainFile(path);
    return openStore(options);
  } catch (cause) {
    const old = setAside(path, (options.now ?? (() => new Date()))(), cause);
    const store = openStore(options);
    options.onSetAside(old);
    return store;
  }
}

/** Hundred times what any of these files holds. */
const MAX_BYTES = 256 * 1_048_576;

/**
 * Throws unless there is nothing, or a file that can be read whole. A link could name any file of the user, to be read
 * and written in place of ours; a pipe would be waited for.
 */
function requirePlainFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (!found.isFile() || found.size > MAX_BYTES)) {
    throw new Error(`${path} is no file of at most ${MAX_BYTES} bytes.`);
  }
}

function openStore<S extends ContentSchema>({ folder, name, schema }: StoredFileOptions<S>): Store {
  return new ElectronStore({
    cwd: folder,
    name,
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    deserialize: (text): Record<string, unknown> => z.parse(schema, JSON.parse(text)),
  });
}

function setAside(path: string, at: Date, reason: unknown): string {
  const stamp = at.toISOString().replaceAll(':', '-');
  const old = path.replace(/\.json$/, `.set-aside-${stamp}.json`);
  try {
    renameSync(path, old);
  } catch (cause) {
    throw new AppError('storage_failed', `${path} can neither be read nor set aside.`, {
      cause: new AggregateError([reason, cause]),
      ...toDiskFault(cause),
    });
  }
  return old;
}
