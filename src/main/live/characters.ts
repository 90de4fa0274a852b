import { createHash } from 'node:crypto';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { createId } from '../../base/ids.ts';
import { makePrivateFolder, replacePrivateFile } from '../../client/private-files.ts';
import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { MediaGrants } from '../page/media-grants.ts';

/** Most characters that are kept. */
const maxCharacters = 200;
const maxNameChars = 80;

/** File of the gallery. The images are beside it, named by their ids. */
export const charactersFileSchema = z.object({
  characters: z
    .array(
      z.object({
        id: z.string().regex(/^[0-9a-f-]{36}$/),
        name: z.string(),
        /** Extension of the image, with its dot. */
        ending: z.string().regex(/^(\.[a-z0-9]{1,8})?$/),
        sha256: z.string(),
        hasPicture: z.boolean(),
      }),
    )
    .default([]),
});

type Entry = z.output<typeof charactersFileSchema>['characters'][number];

/** Image file that becomes a character. */
export interface CharacterSource {
  readonly path: string;
  readonly sha256: string;
}

/** Character of the user, with its stored data. */
export interface UserCharacter {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  /** Full image. */
  readonly path: string;
  /** Path of the thumbnail, whether it exists or not. */
  readonly smallPath: string;
}

/** A character that comes with the app. */
export interface BuiltInCharacterFile {
  readonly id: string;
  readonly name: string;
  /** Path of its image. */
  readonly path: string;
}

/** Dependencies of {@link Characters}. */
export interface CharactersDependencies {
  readonly file: StoredJsonFile<z.output<typeof charactersFileSchema>>;
  /** Folder of the images; made when it is needed. */
  readonly folder: string;
  /** Listed behind the user's own; they cannot be changed. */
  readonly starters: readonly BuiltInCharacterFile[];
  readonly grants: MediaGrants;
}

/** Available characters: the user's gallery, and the built-in ones. */
export class Characters {
  readonly #dependencies: CharactersDependencies;

  constructor(dependencies: CharactersDependencies) {
    this.#dependencies = dependencies;
  }

  /** The user's own, newest first, then those that come with the app. */
  list(): SavedCharacter[] {
    const own = this.#entries().map((entry) => this.#describe(entry));
    return [
      ...own,
      ...this.#dependencies.starters.map((starter) => this.#describeStarter(starter)),
    ];
  }

  /** Stores a copy; the same image is stored once. Throws `storage_failed` or `at_capacity`. */
  async add({ path, sha256 }: CharacterSource): Promise<SavedCharacter> {
    const known = this.#entries().find((entry) => entry.sha256 === sha256);
    if (known !== undefined) {
      this.#write((entries) => [known, ...entries.filter((entry) => entry !== known)]);
      return this.#describe(known);
    }
    this.#requireCapacity();
    const entry: Entry = {
      id: createId(),
      name: toName(path),
      ending: toEnding(path),
      sha256,
      hasPicture: false,
    };
    await this.#store('The character', async () => {
      const copy = this.#imagePath(entry);
      await copyFile(path, copy);
      if ((await hashFile(copy)) !== sha256) {
        await rm(copy, { force: true });
        throw new Error('The picture changed after it was chosen.');
      }
    });
    this.#write((entries) => [entry, ...entries]);
    return this.#describe(entry);
  }

  /** Keeps a JPEG under a name. Throws `storage_failed` or `at_capacity`. */
  async addImage(jpeg: Uint8Array, name: string): Promise<SavedCharacter> {
    this.#requireCapacity();
    const sha256 = createHash('sha256').update(jpeg).digest('hex');
    const entry: Entry = { id: createId(), name, ending: '.jpg', sha256, hasPicture: false };
    await this.#store('The character', () => replacePrivateFile(this.#imagePath(entry), jpeg));
    this.#write((entries) => [entry, ...entries]);
    return this.#describe(entry);
  }

  async remove(id: string): Promise<void> {
    const entry = this.#require(id);
    this.#write((entries) => entries.filter((other) => other.id !== id));
    await rm(this.#imagePath(entry), { force: true });
    await rm(this.#smallPath(entry), { force: true });
  }

  /** The user's own, newest first. */
  listOwn(): readonly UserCharacter[] {
    return this.#entries().map((entry) => ({
      id: entry.id,
      name: entry.name,
      sha256: entry.sha256,
      path: this.#imagePath(entry),
      smallPath: this.#smallPath(entry),
    }));
  }

  /** Removes characters from the gallery; the caller deletes their files. */
  forget(ids: ReadonlySet<string>): void {
    this.#write((entries) => entries.filter(({ id }) => !ids.has(id)));
  }

  /** Null for a built-in character, and for an unknown one. */
  findSha256(id: string): string | null {
    return this.#entries().find((entry) => entry.id === id)?.sha256 ?? null;
  }

  async storeImage(id: string, jpeg: Uint8Array): Promise<SavedCharacter> {
    const path = this.#smallPath(this.#require(id));
    await this.#store('The small picture', () => replacePrivateFile(path, jpeg));
    this.#write((entries) =>
      entries.map((entry) => (entry.id === id ? { ...entry, hasPicture: true } : entry)),
    );
    return this.#describe(this.#require(id));
  }

  /** Path of the image. Throws `not_found`. */
  pathOf(id: string): string {
    return this.#findStarter(id)?.path ?? this.#imagePath(this.#require(id));
  }

  /** Reads the full image. Throws `not_found` or `storage_failed`. */
  async read(id: string): Promise<Buffer> {
    const entry = this.#findStarter(id) === undefined ? this.#require(id) : null;
    try {
      const bytes = await readFile(this.pathOf(id));
      // The consent applies to these bytes; another image, or a link to another file, may be there by now.
      if (entry !== null && createHash('sha256').update(bytes).digest('hex') !== entry.sha256) {
        throw new Error('The picture changed after it was kept.');
      }
      return bytes;
    } catch (cause) {
      throw new AppError('storage_failed', 'The picture of the character cannot be read.', {
        cause,
      });
    }
  }

  #entries(): readonly Entry[] {
    return this.#dependencies.file.read().characters;
  }

  #write(change: (entries: readonly Entry[]) => Entry[]): void {
    this.#dependencies.file.write({ characters: change(this.#entries()) });
  }

  #require(id: string): Entry {
    const found = this.#entries().find((entry) => entry.id === id);
    if (found === undefined) {
      throw new AppError('not_found', 'There is no character of this id.');
    }
    return found;
  }

  #requireCapacity(): void {
    if (this.#entries().length >= maxCharacters) {
      throw new AppError('at_capacity', `At most ${maxCharacters} characters are kept.`, {
        details: faultDetails('characters_full', { count: maxCharacters }),
      });
    }
  }

  #findStarter(id: string): BuiltInCharacterFile | undefined {
    return this.#dependencies.starters.find((starter) => starter.id === id);
  }

  #imagePath({ id, ending }: Entry): string {
    return join(this.#dependencies.folder, `${id}${ending}`);
  }

  #smallPath({ id }: Entry): string {
    return join(this.#dependencies.folder, `${id}.small.jpg`);
  }

  #describe(entry: Entry): SavedCharacter {
    const { grants } = this.#dependencies;
    return {
      id: entry.id,
      name: entry.name,
      url: grants.grant(this.#imagePath(entry)),
      pictureUrl: entry.hasPicture ? grants.grant(this.#smallPath(entry)) : null,
      isBuiltIn: false,
    };
  }

  #describeStarter({ id, name, path }: BuiltInCharacterFile): SavedCharacter {
    return {
      id,
      name,
      url: this.#dependencies.grants.grant(path),
      pictureUrl: null,
      isBuiltIn: true,
    };
  }

  async #store(subject: string, work: () => Promise<void>): Promise<void> {
    try {
      makePrivateFolder(this.#dependencies.folder);
      await work();
    } catch (cause) {
      throw new AppError('storage_failed', `${subject} could not be kept.`, { cause });
    }
  }
}

function toName(path: string): string {
  const stem = basename(path, extname(path))
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  return Array.from(stem).slice(0, maxNameChars).join('') || 'Character';
}

function toEnding(path: string): string {
  const ending = extname(path).toLowerCase();
  return /^\.[a-z0-9]{1,8}$/.test(ending) ? ending : '';
}

/** The consent holds for the bytes that were shown, so the copy has to be those. */
async function hashFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
