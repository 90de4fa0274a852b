import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Folders } from '../app/folders.ts';
import { isCaptureName } from '../live/capture-files.ts';

/** Folders whose files are made by the app alone. */
export type OwnFolders = Pick<
  Folders,
  'data' | 'results' | 'thumbnails' | 'characters' | 'recordings' | 'serviceData'
>;

const setAsideName = /^[a-z]+\.set-aside-[^/\\]+\.json$/;
/** Lists that hold something of persons. */
const personalName = /^(?:jobs|deletions|consents|characters|captures|watch)\./;
const damagedName = /^damaged-\d+$/;

/**
 * Returns whether a path is a file, or a set-aside database, that the app created. Lists may come from a restored
 * backup or from another program: whatever they contain, no other file of the user is deleted.
 */
export function isOwnFile(path: string, folders: OwnFolders): boolean {
  const [folder, name] = [dirname(path), basename(path)];
  if (join(folder, name) !== path) {
    return false;
  }
  const { results, thumbnails, characters, recordings, data, serviceData } = folders;
  return (
    [results, thumbnails, characters, recordings].includes(folder) ||
    isCaptureName(name) ||
    (folder === data && setAsideName.test(name)) ||
    (folder === serviceData && damagedName.test(name))
  );
}

/** Damaged lists and databases that were set aside, as full paths; of the lists all, or those about persons. */
export async function listSetAside(
  { data, serviceData }: Pick<OwnFolders, 'data' | 'serviceData'>,
  lists: 'all' | 'personal',
): Promise<string[]> {
  const [names, databases] = await Promise.all([listNames(data), listNames(serviceData)]);
  return [
    ...names
      .filter((name) => setAsideName.test(name) && (lists === 'all' || personalName.test(name)))
      .map((name) => join(data, name)),
    ...databases.filter((name) => damagedName.test(name)).map((name) => join(serviceData, name)),
  ];
}

/** Deletes files of the app, and gives those that are left: another program may hold them open. */
export async function deleteOwnFiles(
  paths: readonly string[],
  folders: OwnFolders,
): Promise<string[]> {
  const left: string[] = [];
  for (const path of paths.filter((named) => isOwnFile(named, folders))) {
    try {
      await rm(path, { recursive: damagedName.test(basename(path)), force: true });
    } catch {
      left.push(path);
    }
  }
  return left;
}

/** A folder that is not there has none. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
