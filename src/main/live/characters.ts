import { createHash } from 'node:crypto';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import { makePrivateFolder, replacePrivateFile } from '../../client/private-files.ts';
import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { MediaGrants } from '../page/media-grants.ts';

/** Most characters that are kept. */
const maxCharacters = 200;
const maxNameChars = 80;

/** The file of the gallery. Pictures lie beside it under their ids. */
export const charactersFileSchema = z.object({
  characters: z
    .array(
      z.object({
        id: z.string().regex(/^[0-9a-f-]{36}$/),
        name: z.string(),
        /** Ending of the picture, with its dot. */
        ending: z.string().regex(/^(\.[a-z0-9]{1,8})?$/),
        sha256: z.string(),
        hasPicture: z.boolean(),
      }),
    )
    .default([]),
});

type Entry = z.output<typeof charactersFileSchema>['characters'][number];

/** A picture on disk that becomes a character. */
export interface CharacterSource {
  readonly path: string;
  readonly sha256: string;
}

/** A character of the user, with what is kept of it. */
export interface OwnCharacter {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  /** The whole picture. */
  readonly path: string;
  /** The small picture, whether there is one or not. */
  readonly smallPath: string;
}

/** Who the streamer can be. */
export interface Characters {
  /** The user's own, newest first, then those that come with the app. */
  readonly list: () => SavedCharacter[];
  /** Keeps a copy; the same picture is kept once. Throws `storage_failed` or `at_capacity`. */
  readonly add: (source: CharacterSource) => Promise<SavedCharacter>;
  /** Keeps a JPEG under a name. Throws `storage_failed` or `at_capacity`. */
  readonly take: (jpeg: Uint8Array, name: string) => Promise<SavedCharacter>;
  readonly remove: (id: string) => Promise<void>;
  /** The user's own, newest first. */
  readonly listOwn: () => readonly OwnCharacter[];
  /** Takes characters out of the gallery; whoever calls it deletes their files. */
  readonly forget: (ids: ReadonlySet<string>) => void;
  /** Null for one that comes with the app, and for one that is not there. */
  readonly findSha256: (id: string) => string | null;
  readonly keepPicture: (id: string, jpeg: Uint8Array) => Promise<SavedCharacter>;
  /** Where the picture lies. Throws `not_found`. */
  readonly pathOf: (id: string) => string;
  /** The whole picture. Throws `not_found` or `storage_failed`. */
  readonly read: (id: string) => Promise<Buffer>;
}

/** A character that comes with the app. */
export interface Starter {
  readonly id: string;
  readonly name: string;
  /** Where its picture lies. */
  readonly path: string;
}

/** What {@link createCharacters} works with. */
export interface CharactersParts {
  readonly file: StoredJsonFile<z.output<typeof charactersFileSchema>>;
  /** Of the pictures; made when it is needed. */
  readonly folder: string;
  /** Listed behind the user's own; they cannot be changed. */
  readonly starters: readonly Starter[];
  readonly grants: MediaGrants;
}

/** Opens the gallery. */
export function createCharacters({ file, folder, starters, grants }: CharactersParts): Characters {
  const findStarter = (id: string): Starter | undefined =>
    starters.find((starter) => starter.id === id);
  const readPath = (id: string): string => findStarter(id)?.path ?? pathOf(require(id));
  const pathOf = ({ id, ending }: Entry): string => join(folder, `${id}${ending}`);
  const picturePathOf = ({ id }: Entry): string => join(folder, `${id}.small.jpg`);
  const require = (id: string): Entry => {
    const found = file.read().characters.find((entry) => entry.id === id);
    if (found === undefined) {
      throw new AppError('not_found', 'There is no character of this id.');
    }
    return found;
  };
  const describe = (entry: Entry): SavedCharacter => ({
    id: entry.id,
    name: entry.name,
    url: grants.grant(pathOf(entry)),
    pictureUrl: entry.hasPicture ? grants.grant(picturePathOf(entry)) : null,
    isBuiltIn: false,
  });
  const describeStarter = ({ id, name, path }: Starter): SavedCharacter => ({
    id,
    name,
    url: grants.grant(path),
    pictureUrl: null,
    isBuiltIn: true,
  });
  const write = (change: (entries: readonly Entry[]) => Entry[]): void => {
    file.write({ characters: change(file.read().characters) });
  };
  const store = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      makePrivateFolder(folder);
      await work();
    } catch (cause) {
      throw new AppError('storage_failed', `${what} could not be kept.`, { cause });
    }
  };
  const requireRoom = (): void => {
    if (file.read().characters.length >= maxCharacters) {
      throw new AppError('at_capacity', `At most ${maxCharacters} characters are kept.`);
    }
  };
  return {
    list: () => [...file.read().characters.map(describe), ...starters.map(describeStarter)],
    add: async ({ path, sha256 }) => {
      const known = file.read().characters.find((entry) => entry.sha256 === sha256);
      if (known !== undefined) {
        write((entries) => [known, ...entries.filter((entry) => entry !== known)]);
        return describe(known);
      }
      requireRoom();
      const entry: Entry = {
        id: createId(),
        name: nameOf(path),
        ending: endingOf(path),
        sha256,
        hasPicture: false,
      };
      await store('The character', async () => {
        await copyFile(path, pathOf(entry));
        if ((await hashOf(pathOf(entry))) !== sha256) {
          await rm(pathOf(entry), { force: true });
          throw new Error('The picture changed after it was chosen.');
        }
      });
      write((entries) => [entry, ...entries]);
      return describe(entry);
    },
    take: async (jpeg, name) => {
      requireRoom();
      const sha256 = createHash('sha256').update(jpeg).digest('hex');
      const entry: Entry = { id: createId(), name, ending: '.jpg', sha256, hasPicture: false };
      await store('The character', () => replacePrivateFile(pathOf(entry), jpeg));
      write((entries) => [entry, ...entries]);
      return describe(entry);
    },
    remove: async (id) => {
      const entry = require(id);
      write((entries) => entries.filter((other) => other.id !== id));
      await rm(pathOf(entry), { force: true });
      await rm(picturePathOf(entry), { force: true });
    },
    listOwn: () =>
      file.read().characters.map((entry) => ({
        id: entry.id,
        name: entry.name,
        sha256: entry.sha256,
        path: pathOf(entry),
        smallPath: picturePathOf(entry),
      })),
    forget: (ids) => write((entries) => entries.filter(({ id }) => !ids.has(id))),
    findSha256: (id) => file.read().characters.find((entry) => entry.id === id)?.sha256 ?? null,
    keepPicture: async (id, jpeg) => {
      const path = picturePathOf(require(id));
      await store('The small picture', () => replacePrivateFile(path, jpeg));
      write((entries) =>
        entries.map((entry) => (entry.id === id ? { ...entry, hasPicture: true } : entry)),
      );
      return describe(require(id));
    },
    pathOf: readPath,
    read: async (id) => {
      const entry = findStarter(id) === undefined ? require(id) : null;
      try {
        const bytes = await readFile(readPath(id));
        // The consent is for these bytes; another picture, or a link to another file, may lie there by now.
        if (entry !== null && createHash('sha256').update(bytes).digest('hex') !== entry.sha256) {
          throw new Error('The picture changed after it was kept.');
        }
        return bytes;
      } catch (cause) {
        throw new AppError('storage_failed', 'The picture of the character cannot be read.', {
          cause,
        });
      }
    },
  };
}

function nameOf(path: string): string {
  const stem = basename(path, extname(path))
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  return Array.from(stem).slice(0, maxNameChars).join('') || 'Character';
}

function endingOf(path: string): string {
  const ending = extname(path).toLowerCase();
  return /^\.[a-z0-9]{1,8}$/.test(ending) ? ending : '';
}

/** The consent holds for the bytes that were shown, so the copy has to be those. */
async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
