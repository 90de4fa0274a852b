import { dirname } from 'node:path';
import { type StorageEntry, type StorageKind, storageKinds } from '../../contract/ipc/storage.ts';
import type { FileTotals, StoreContents } from '../../contract/store-contents.ts';
import type { Folders } from '../app/folders.ts';
import { isCaptureName } from '../live/capture-files.ts';
import { listSetAside } from '../persons/own-files.ts';
import { addTotals, measureFolder } from './measure-folder.ts';

/** Dependencies of the survey. */
export interface StorageSurveyDependencies {
  readonly folders: Folders;
  /** Current folder for recordings and snapshots. */
  readonly captureFolder: () => string;
  /** Compiled code and networks optimised for this CPU; can be recreated. */
  readonly compiledFolders: readonly string[];
  /** Rejects while the service does not run. */
  readonly measureStore: () => Promise<StoreContents>;
}

/** Lists of the app: settings, profiles, jobs and the like. */
const listName = /^[a-z-]+\.(?:jsonl?|key)$/;

/** Measures every kind, in the order of the list. */
export async function surveyStorage(
  dependencies: StorageSurveyDependencies,
): Promise<{ readonly entries: StorageEntry[]; readonly totalBytes: number }> {
  const { folders } = dependencies;
  const store = await dependencies.measureStore().catch(() => null);
  const whole = await measureFolder(folders.data);
  const measured: Record<StorageKind, Promise<FileTotals | null>> = {
    results: measureFolder(folders.results, { isCounted: (name) => !isCaptureName(name) }),
    captures: measureFolder(dependencies.captureFolder(), {
      isCounted: isCaptureName,
      isDeep: false,
    }),
    characters: measureFolder(folders.characters),
    recordings: measureFolder(folders.recordings),
    thumbnails: measureFolder(folders.thumbnails),
    uploads: Promise.resolve(store?.uploads ?? null),
    outputs: Promise.resolve(store === null ? null : addTotals(store.outputs, store.previews)),
    database: measureFolder(folders.serviceData, {
      isCounted: (name) => name.startsWith('guise.db'),
      isDeep: false,
    }),
    backups: measureFolder(folders.backups),
    models: measureFolder(folders.models),
    compiled: addAll(dependencies.compiledFolders.map((folder) => measureFolder(folder))),
    logs: measureFolder(folders.logs),
    listened: addAll(
      [folders.samples, folders.targetSamples, folders.conversions].map((folder) =>
        measureFolder(folder),
      ),
    ),
    lists: measureFolder(folders.data, {
      isCounted: (name) => listName.test(name),
      isDeep: false,
    }),
    window: measureWindow(folders, whole),
    set_aside: measureSetAside(folders),
  };
  const entries: StorageEntry[] = [];
  for (const kind of storageKinds) {
    const totals = await measured[kind];
    entries.push({
      kind,
      count: totals?.count ?? null,
      sizeBytes: totals?.sizeBytes ?? null,
      path: toStoragePath(kind, dependencies),
    });
  }
  return { entries, totalBytes: whole.sizeBytes };
}

/** Path of a kind. */
export function toStoragePath(
  kind: StorageKind,
  { folders, captureFolder, compiledFolders }: Omit<StorageSurveyDependencies, 'measureStore'>,
): string {
  const paths: Record<StorageKind, string> = {
    results: folders.results,
    captures: captureFolder(),
    characters: folders.characters,
    recordings: folders.recordings,
    thumbnails: folders.thumbnails,
    uploads: folders.serviceData,
    outputs: folders.serviceData,
    database: folders.serviceData,
    backups: folders.backups,
    models: folders.models,
    compiled: compiledFolders[0] ?? folders.data,
    logs: folders.logs,
    listened: folders.samples,
    lists: folders.data,
    window: folders.data,
    set_aside: folders.data,
  };
  return paths[kind];
}

async function addAll(totals: readonly Promise<FileTotals>[]): Promise<FileTotals> {
  return addTotals(...(await Promise.all(totals)));
}

/** Size of the browser's own data: everything that is not the app's. */
async function measureWindow(folders: Folders, whole: FileTotals): Promise<FileTotals> {
  const ours = await addAll(
    [
      folders.results,
      folders.characters,
      folders.recordings,
      folders.thumbnails,
      folders.serviceData,
      folders.models,
      folders.logs,
      folders.samples,
      folders.targetSamples,
      folders.conversions,
    ]
      .filter((folder) => dirname(folder) === folders.data)
      .map((folder) => measureFolder(folder)),
  );
  const lists = await measureFolder(folders.data, {
    isCounted: (name) => name.endsWith('.json') || listName.test(name),
    isDeep: false,
  });
  return {
    count: Math.max(0, whole.count - ours.count - lists.count),
    sizeBytes: Math.max(0, whole.sizeBytes - ours.sizeBytes - lists.sizeBytes),
  };
}

/** A set-aside database counts as one, however many files it has. */
async function measureSetAside(folders: Folders): Promise<FileTotals> {
  const paths = await listSetAside(folders, 'all');
  const sizes = await Promise.all(
    paths.map((path) =>
      dirname(path) === folders.serviceData
        ? measureFolder(path)
        : measureFolder(dirname(path), {
            isCounted: (name) => path.endsWith(name),
            isDeep: false,
          }),
    ),
  );
  return { count: paths.length, sizeBytes: addTotals(...sizes).sizeBytes };
}
