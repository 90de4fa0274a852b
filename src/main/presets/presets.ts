import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { BYTES_PER_MB } from '../../contract/api/limits.ts';
import { createId } from '../../base/ids.ts';
import { replacePrivateFile } from '../../client/private-files.ts';
import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import {
  type PresetSetup,
  maxPresetFileBytes,
  maxPresets,
  type Preset,
  type PresetFile,
  presetFileSchema,
  presetSchema,
} from '../../contract/presets.ts';
import { exportFile } from '../files/export-file.ts';
import { ScratchFolder } from '../files/scratch-folder.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';

/** The file of the presets, in their order. */
export const presetsFileSchema = z.object({ presets: z.array(presetSchema).default([]) });

/** Dependencies of {@link Presets}. */
export interface PresetsDependencies {
  readonly file: StoredJsonFile<z.output<typeof presetsFileSchema>>;
  readonly characters: {
    readonly list: () => readonly SavedCharacter[];
    readonly read: (id: string) => Promise<Buffer>;
  };
  /** Adds the image of an import as a chosen file, which is validated by its bytes. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
  /** Folder of such an image while it waits for consent; emptied now and afterwards. */
  readonly folder: string;
  /** Ask the user for a path; null when they changed their mind. */
  readonly chooseSavePath: (name: string) => Promise<string | null>;
  readonly chooseOpenPath: () => Promise<string | null>;
  readonly emit: Emit<Ipc>;
}

/** Named presets: stored in one file, exported and imported one by one. */
export class Presets {
  readonly calls: AreaHandlers<'presets'>;
  readonly #dependencies: PresetsDependencies;
  readonly #waiting: ScratchFolder;

  constructor(dependencies: PresetsDependencies) {
    this.#dependencies = dependencies;
    this.#waiting = new ScratchFolder(dependencies.folder);
    this.calls = {
      'presets.list': async () => [...this.list()],
      'presets.add': async ({ name, setup }) => this.#add(name, setup),
      'presets.change': async ({ id, name, setup }) => {
        const { name: oldName, setup: oldLook } = this.#require(id);
        const changed = { id, name: name ?? oldName, setup: setup ?? oldLook };
        return this.#write(this.list().map((preset) => (preset.id === id ? changed : preset)));
      },
      'presets.move': async ({ id, to }) => {
        const moved = this.#require(id);
        const others = this.list().filter((preset) => preset !== moved);
        return this.#write(others.toSpliced(to, 0, moved));
      },
      'presets.remove': async ({ id }) => {
        const gone = this.#require(id);
        return this.#write(this.list().filter((preset) => preset !== gone));
      },
      'presets.export': async ({ id, hasPicture }) => this.#export(this.#require(id), hasPicture),
      'presets.import': async () => {
        const path = await dependencies.chooseOpenPath();
        return path === null ? null : this.#import(await readPresetFile(path));
      },
      'presets.end_import': async () => {
        await this.#waiting.empty();
        return null;
      },
    };
  }

  list(): readonly Preset[] {
    return this.#dependencies.file.read().presets;
  }

  #require(id: string): Preset {
    const found = this.list().find((preset) => preset.id === id);
    if (found === undefined) {
      throw new AppError('not_found', 'There is no preset of this id.');
    }
    return found;
  }

  #add(name: string, setup: PresetSetup): Preset[] {
    if (this.list().length >= maxPresets) {
      throw new AppError('at_capacity', `At most ${maxPresets} presets are kept.`, {
        details: faultDetails('presets_full', { count: maxPresets }),
      });
    }
    return this.#write([...this.list(), { id: createId(), name, setup }]);
  }

  #write(presets: readonly Preset[]): Preset[] {
    this.#dependencies.file.write({ presets: [...presets] });
    this.#dependencies.emit('presets.changed', [...presets]);
    return [...presets];
  }

  async #export(
    { name, setup }: Preset,
    hasPicture: boolean,
  ): Promise<{ readonly isWritten: boolean }> {
    const path = await this.#dependencies.chooseSavePath(`${toFileName(name)}.guise-preset.json`);
    if (path === null) {
      return { isWritten: false };
    }
    const { prompt, part, background, voice } = setup;
    const character = await this.#exportCharacter(setup.characterId, hasPicture);
    const file: PresetFile = { guise_preset: 1, name, character, prompt, part, background, voice };
    const text = `${JSON.stringify(file, null, 2)}\n`;
    await exportFile(path, `${path} could not be written.`, (draft) => writeFile(draft, text));
    return { isWritten: true };
  }

  async #exportCharacter(id: string | null, hasPicture: boolean): Promise<PresetFile['character']> {
    const { characters } = this.#dependencies;
    const found = characters.list().find((character) => character.id === id);
    if (found === undefined || (!found.isBuiltIn && !hasPicture)) {
      return null;
    }
    return found.isBuiltIn
      ? { kind: 'built_in', id: found.id }
      : {
          kind: 'picture',
          name: found.name,
          picture: (await characters.read(found.id)).toString('base64'),
        };
  }

  async #import(file: PresetFile): Promise<{
    readonly name: string;
    readonly setup: PresetSetup;
    readonly picture: ChosenFile | null;
  }> {
    const { name, character, prompt, part, background, voice } = file;
    const known = this.#dependencies.characters
      .list()
      .find(
        ({ id, isBuiltIn }) => isBuiltIn && character?.kind === 'built_in' && id === character.id,
      );
    const picture = character?.kind === 'picture' ? await this.#keepPicture(character) : null;
    return {
      name,
      setup: {
        characterId: known?.id ?? null,
        prompt,
        part,
        background,
        voice,
        cameraId: null,
        microphoneId: null,
      },
      picture,
    };
  }

  /** Stored only while it waits for consent: then the gallery makes a copy. */
  async #keepPicture(character: {
    readonly name: string;
    readonly picture: string;
  }): Promise<ChosenFile> {
    const path = join(this.#waiting.path, toFileName(character.name));
    try {
      await this.#waiting.empty();
      await this.#waiting.make();
      await replacePrivateFile(path, Buffer.from(character.picture, 'base64'));
    } catch (cause) {
      throw new AppError('storage_failed', 'The picture of the preset could not be kept.', {
        cause,
      });
    }
    const file = await this.#dependencies.addFile(path);
    if (file.kind !== 'image') {
      throw new AppError('unsupported_format', 'What the preset has for a picture is none.', {
        details: faultDetails('preset_unreadable'),
      });
    }
    return file;
  }
}

async function readPresetFile(path: string): Promise<PresetFile> {
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > maxPresetFileBytes) {
      throw new AppError('input_too_large', 'A preset is a file of at most 32 MB.', {
        details: faultDetails('file_too_large', { max_mb: maxPresetFileBytes / BYTES_PER_MB }),
      });
    }
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : new AppError('storage_failed', `${path} could not be read.`, { cause });
  }
  const parsed = presetFileSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    throw new AppError(
      'unsupported_format',
      `This is no preset that Guise wrote${field === '' ? '' : `: ${field} is not as it should be`}.`,
      { details: faultDetails('preset_unreadable') },
    );
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A name that every file system takes. */
function toFileName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .slice(0, 60);
  return plain === '' ? 'preset' : plain;
}
