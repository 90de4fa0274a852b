import { basename, dirname, sep } from 'node:path';
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
  const captures = measureFolder(dependencies.captureFolder(), {
    isCounted: isOfCapture,
    isDeep: false,
  });
  const measured: Record<StorageKind, Promise<FileTotals | null>> = {
    results: measureFolder(folders.results, { isCounted: (name) => !isOfCapture(name) }),
    captures,
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
    lists: addAll([
      measureFolder(folders.data, { isCounted: (name) => listName.test(name), isDeep: false }),
      measureFolder(folders.cover),
      measureFolder(folders.presetPictures),
    ]),
    window: measureWindow(dependencies, whole, captures),
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

/** Returns whether a file is a capture, or the part of one that is being recorded or finished. */
function isOfCapture(name: string): boolean {
  return isCaptureName(name.replace(/\.(?:part|raw)$/, ''));
}

/** Size of the browser's own data: everything that is not the app's. */
async function measureWindow(
  { folders, captureFolder, compiledFolders }: StorageSurveyDependencies,
  whole: FileTotals,
  captures: Promise<FileTotals>,
): Promise<FileTotals> {
  const ours = listOutermost(
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
      folders.cover,
      folders.presetPictures,
      ...compiledFolders,
    ].filter((folder) => isWithin(folders.data, folder)),
  );
  const lists = measureFolder(folders.data, {
    isCounted: (name) => name.endsWith('.json') || listName.test(name),
    isDeep: false,
  });
  const folder = captureFolder();
  const isApart =
    (folder === folders.data || isWithin(folders.data, folder)) &&
    !ours.some((own) => own === folder || isWithin(own, folder));
  const counted = await addAll([
    ...ours.map((own) => measureFolder(own)),
    lists,
    ...(isApart ? [captures] : []),
  ]);
  return {
    count: Math.max(0, whole.count - counted.count),
    sizeBytes: Math.max(0, whole.sizeBytes - counted.sizeBytes),
  };
}

/** Folders without those inside of others, each once. */
function listOutermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => isWithin(other, path)));
}

function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder + sep);
}

/** A set-aside database counts as one, however many files it has. */
async function measureSetAside(folders: Folders): Promise<FileTotals> {
  const paths = await listSetAside(folders, 'all');
  const sizes = await Promise.all(
    paths.map((path) =>
      dirname(path) === folders.serviceData
        ? measureFolder(path)
        : measureFolder(dirname(path), {
            isCounted: (name) => name === basename(path),
            isDeep: false,
          }),
    ),
  );
  return { count: paths.length, sizeBytes: addTotals(...sizes).sizeBytes };
}
