import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { makePrivateFolder, makeScratchFolder } from '../../client/private-files.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { DirectStore } from '../files/direct-store.ts';
import { type IncomingFolder, openIncomingFolder } from '../files/incoming.ts';
import { openLocalBlobs } from '../files/local-blobs.ts';
import { openSqlite, openPostgres, type Store } from '../store/open.ts';
import type { ServiceOptions } from './service-options.ts';

/** Persistent parts of a service: database and files. */
export interface Storage {
  readonly store: Store;
  readonly blobs: BlobStore;
  /** Store of direct uploads by clients, also when they are no longer offered; null without a bucket. */
  readonly direct: DirectStore | null;
  readonly incoming: IncomingFolder;
  /** Folder for the files of running jobs, empty at the start. */
  readonly workFolder: string;
  close(): Promise<void>;
}

/** Opens database, blobs and folders. The database comes first: it proves that the folder is ours. */
export async function openStorage(
  options: Pick<ServiceOptions, 'folder' | 'databaseUrl' | 's3' | 'onPreparing'>,
  clock: Clock,
): Promise<Storage> {
  const { folder } = options;
  makePrivateFolder(folder);
  const store = await openStore(options, clock);
  try {
    const incoming = await openIncomingFolder(join(folder, 'incoming'));
    const blobs = await openBlobs(options);
    const direct = await openDirectStore(options);
    await incoming.sweep();
    const workFolder = join(folder, 'work');
    makeScratchFolder(workFolder);
    await clearFolder(workFolder);
    const close = async (): Promise<void> => {
      await direct?.close();
      await blobs.close();
      await store.close();
    };
    return { store, blobs, direct, incoming, workFolder, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens the database alone. */
export function openStore(
  {
    folder,
    databaseUrl,
    onPreparing,
  }: Pick<ServiceOptions, 'folder' | 'databaseUrl' | 'onPreparing'>,
  clock: Clock,
): Promise<Store> {
  return databaseUrl === undefined || databaseUrl === null
    ? openSqlite({ folder, clock, onPreparing })
    : openPostgres({ connection: databaseUrl });
}

async function openBlobs({
  folder,
  s3,
}: Pick<ServiceOptions, 'folder' | 's3'>): Promise<BlobStore> {
  if (s3 === undefined || s3 === null) {
    return openLocalBlobs(join(folder, 'blobs'));
  }
  // The SDK takes a third of a second to load, which only hosts with a bucket should pay.
  const { openS3Blobs } = await import('../files/s3-blobs.ts');
  return openS3Blobs(s3);
}

async function openDirectStore({ s3 }: Pick<ServiceOptions, 's3'>): Promise<DirectStore | null> {
  if (s3 === undefined || s3 === null) {
    return null;
  }
  const { openS3DirectStore } = await import('../files/s3-direct-store.ts');
  return openS3DirectStore(s3);
}

async function clearFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
