import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeletedContent, StoreContents } from '../../contract/store-contents.ts';
import type { Core } from './core.ts';
import { releaseOld } from '../files/sweep.ts';
import { listNamedContents, measureFiles } from '../store/statements/content-statements.ts';
import { damagedPrefix } from '../store/sqlite/recover.ts';
import type { Storage } from './storage.ts';

/** Management of stored content for the owner of a service on their own computer. */
export interface Maintenance {
  readonly measure: () => Promise<StoreContents>;
  /** See `jobs/delete-content.ts`; also takes away bytes of earlier databases where no set-aside one names them. */
  readonly deleteContent: (sha256s: readonly string[]) => Promise<DeletedContent>;
  /** Gives up every upload that no unfinished job reads. */
  readonly deleteUploads: () => Promise<void>;
  /** Removes the damaged databases that were set aside, with the bytes that only those knew of. */
  readonly deleteSetAside: () => Promise<void>;
}

/** Contents that are looked up at a time. */
const batch = 500;

/** Binds it to the owner's account. */
export function createMaintenance(dependencies: {
  readonly core: Core;
  readonly accountId: string;
  readonly storage: Pick<Storage, 'store' | 'blobs'>;
  readonly folder: string;
}): Maintenance {
  const { core, accountId, folder } = dependencies;
  const { store, blobs } = dependencies.storage;

  async function listSetAside(): Promise<string[]> {
    const names = await readdir(folder);
    return names.filter((name) => name.startsWith(damagedPrefix)).map((name) => join(folder, name));
  }

  /** Removes blobs without a row: a writer registers its bytes in the database before it stores them. */
  async function removeOrphans(): Promise<void> {
    const stored = await blobs.list();
    for (let at = 0; at < stored.length; at += batch) {
      const some = stored.slice(at, at + batch);
      const named = await listNamedContents(store.db, some);
      for (const hash of some) {
        if (!named.has(hash)) {
          await blobs.delete(hash);
        }
      }
    }
  }

  return {
    measure: () => measureFiles(store.db, accountId),
    deleteContent: async (sha256s) => {
      const deleted = await core.deleteContent(accountId, sha256s);
      if ((await listSetAside()).length === 0) {
        await removeOrphans();
      }
      return deleted;
    },
    deleteUploads: async () => {
      await releaseOld({ db: store.db }, 'upload', Number.MAX_SAFE_INTEGER);
      store.signals.send({ kind: 'deleted' });
    },
    deleteSetAside: async () => {
      for (const path of await listSetAside()) {
        await rm(path, { recursive: true, force: true });
      }
      await removeOrphans();
    },
  };
}
