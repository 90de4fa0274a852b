/**
 * Lists the packs of a folder. Nothing is downloaded: only files that the user put there count. Every call scans the
 * folder; files of unchanged size and time are not read again.
 */
import { basename } from 'node:path';
import { AppError } from '../../base/errors.ts';
import {
  type DiffusionSet,
  type FoundPart,
  readDiffusionSet,
} from './diffusion-files/diffusion-set.ts';
import { findModelFiles, type FoundFile } from './find-files.ts';
import { readOnnxHeader } from './onnx/read-header.ts';
import type { OnnxHeader } from './onnx/onnx-header.ts';
import { checkOutsideWeights } from './outside-weights.ts';
import { type PackKind, packKinds } from '../../base/pack-kinds.ts';
import type { PackEntry, PackList } from './pack-list.ts';
import { UNKNOWN_LICENCE, type PackFamily } from './recognise/families.ts';
import { toDiffusionFamily } from './recognise/diffusion-families.ts';
import { recognise, type Recognition } from './recognise/recognise.ts';
import { describeMissingEncoder } from './voice-files/rvc-files.ts';
import { readVoiceSides } from './voice-files/read-sides.ts';
import type { PackVoice } from './voice-files/speech-models.ts';
import type {
  RecognisedBodyPack,
  RecognisedDiffusionPack,
  RecognisedMattingPack,
  RecognisedPack,
  RecognisedTalkPack,
  RecognisedVoicePack,
} from './recognised-pack.ts';
import type { TalkFamily } from './recognise/talk-families.ts';

/** Packs of one folder. */
export interface PackRegistry {
  /** Returns the current packs. Never throws because of a single file. */
  list(): Promise<PackList>;
  /** Returns a usable pack. Throws `not_found`, or `unsupported_format` with the reason. */
  require(id: string): Promise<RecognisedPack>;
  /** Returns the first usable pack of a family by name; null when there is none. */
  findFamily(fits: (family: PackFamily) => boolean): Promise<RecognisedPack | null>;
  /** Returns all usable voice models, by name. */
  listVoicePacks(): Promise<readonly RecognisedVoicePack[]>;
  /** Returns all usable talking-face models, by name. */
  listTalkPacks(): Promise<readonly RecognisedTalkPack[]>;
  /** Returns all usable body models, by name. */
  listBodyPacks(): Promise<readonly RecognisedBodyPack[]>;
  /** Returns all usable diffusion models, by name. */
  listDiffusionPacks(): Promise<readonly RecognisedDiffusionPack[]>;
  /** Returns all usable matting networks, by name. */
  listMattingPacks(): Promise<readonly RecognisedMattingPack[]>;
}

/** Lists the packs of a folder once. */
export function listPacks(folder: string): Promise<PackList> {
  return createPackRegistry(folder).list();
}

/** Creates a registry; the folder may be missing. */
export function createPackRegistry(folder: string): PackRegistry {
  return new FolderRegistry(folder);
}

/** File judged on its own, without the other files. */
interface Judged {
  readonly entry: PackEntry;
  readonly path: string;
  readonly header: OnnxHeader | null;
  readonly found: Recognition | null;
  /** Voices, see {@link RecognisedVoicePack}. */
  readonly voices: readonly PackVoice[];
  /** Complete diffusion model of a UNet; null for other files and when parts are missing. */
  readonly set: DiffusionSet | null;
}

/** Place of a kind in lists; files that are not recognised are last. */
function toRank(kind: PackKind | null): number {
  return kind === null ? packKinds.length : packKinds.indexOf(kind);
}

class FolderRegistry implements PackRegistry {
  readonly #folder: string;
  #known = new Map<string, Judged>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<PackList> {
    const { exists, note, packs } = await this.#scan();
    const entries = packs.map(({ entry }) => entry);
    entries.sort((a, b) => toRank(a.kind) - toRank(b.kind) || (a.id < b.id ? -1 : 1));
    return { folder: this.#folder, exists, packs: entries, note };
  }

  async require(id: string): Promise<RecognisedPack> {
    const { packs } = await this.#scan();
    const judged = packs.find(({ entry }) => entry.id === id);
    if (judged === undefined) {
      throw new AppError('not_found', `There is no model ${id} in the folder of models.`);
    }
    const pack = toUsable(judged);
    if (pack === null) {
      const { note, label, isUsable } = judged.entry;
      if (isUsable) {
        throw new AppError('unsupported_format', `${label} swaps and restores no faces.`);
      }
      throw new AppError('unsupported_format', `${label} cannot be used. ${note ?? ''}`.trimEnd());
    }
    return pack;
  }

  async findFamily(fits: (family: PackFamily) => boolean): Promise<RecognisedPack | null> {
    const { packs } = await this.#scan();
    for (const judged of packs) {
      const pack = toUsable(judged);
      if (pack !== null && fits(pack.found.family)) {
        return pack;
      }
    }
    return null;
  }

  async listVoicePacks(): Promise<readonly RecognisedVoicePack[]> {
    const { packs } = await this.#scan();
    return packs.flatMap(({ entry, path, found, voices }) =>
      entry.isUsable && found?.isKnown === true && found.of === 'voice'
        ? [{ entry, path, found, voices }]
        : [],
    );
  }

  listTalkPacks(): Promise<readonly RecognisedTalkPack[]> {
    return this.#listOf('talk');
  }

  listBodyPacks(): Promise<readonly RecognisedBodyPack[]> {
    return this.#listOf('body');
  }

  async listDiffusionPacks(): Promise<readonly RecognisedDiffusionPack[]> {
    const { packs } = await this.#scan();
    return packs.flatMap(({ entry, path, found, set }) =>
      entry.isUsable && set !== null && found?.isKnown === true && found.of === 'diffusion'
        ? [{ entry, path, found, set }]
        : [],
    );
  }

  listMattingPacks(): Promise<readonly RecognisedMattingPack[]> {
    return this.#listOf('matting');
  }

  async #listOf<Of extends 'talk' | 'body' | 'matting'>(of: Of) {
    const { packs } = await this.#scan();
    const isOf = (found: Judged['found']): found is Extract<Judged['found'], { readonly of: Of }> =>
      found?.isKnown === true && found.of === of;
    return packs.flatMap(({ entry, path, found }) =>
      entry.isUsable && isOf(found) ? [{ entry, path, found }] : [],
    );
  }

  async #scan(): Promise<{ exists: boolean; note: string | null; packs: readonly Judged[] }> {
    const { exists, files, note } = await findModelFiles(this.#folder);
    const known = new Map<string, Judged>();
    const packs: Judged[] = [];
    for (const file of files) {
      const key = toKey(file);
      const judged = (key === null ? undefined : this.#known.get(key)) ?? (await judge(file));
      // Side files may change while the model does not.
      packs.push(await addSides(judged));
      if (key !== null && judged.header?.externalFiles.length === 0) {
        known.set(key, judged);
      }
    }
    this.#known = known;
    return { exists, note, packs: await addDiffusionSets(addNeeds(packs)) };
  }
}

/** Returns a key of the file's path, size, time and inode, which differs when the file was changed or replaced. */
function toKey({ id, stat }: FoundFile): string | null {
  return stat === null ? null : `${id}|${stat.size}|${stat.mtimeMs}|${stat.ino}`;
}

async function judge(file: FoundFile): Promise<Judged> {
  const { id, path, stat } = file;
  const name = basename(id);
  const unknown = {
    id,
    kind: null,
    family: null,
    label: name,
    sizeBytes: stat?.size ?? 0,
    licence: UNKNOWN_LICENCE,
    isUsable: false,
  };
  if (file.refusal !== null) {
    return {
      entry: { ...unknown, note: file.refusal },
      path,
      header: null,
      found: null,
      voices: [],
      set: null,
    };
  }
  try {
    const header = await readOnnxHeader(path, name);
    const outsideBytes = await checkOutsideWeights(path, header.externalFiles);
    const found = recognise(header, name);
    const sizeBytes = header.sizeBytes + outsideBytes;
    const { licence, refusal } = found;
    const entry: PackEntry = found.isKnown
      ? {
          id,
          kind: found.family.kind,
          family: found.family.family,
          label: found.family.label,
          sizeBytes,
          licence,
          isUsable: refusal === null,
          note: refusal ?? found.note,
        }
      : { ...unknown, kind: found.kind, sizeBytes, licence, note: refusal };
    return { entry, path, header, found, voices: [], set: null };
  } catch (error) {
    const note = error instanceof AppError ? error.message : `${name} cannot be read.`;
    const entry = { ...unknown, note };
    return { entry, path, header: null, found: null, voices: [], set: null };
  }
}

/** Adds the side files of a voice model: its voices, its licence, and what is missing. */
async function addSides(judged: Judged): Promise<Judged> {
  const { entry, path, found } = judged;
  if (found?.isKnown !== true || found.of !== 'voice') {
    return judged;
  }
  const sides = await readVoiceSides(path, entry, found);
  const { voices, refusal, note, licence, sizeBytes } = sides;
  return {
    ...judged,
    voices,
    entry: {
      ...entry,
      licence,
      sizeBytes: entry.sizeBytes + sizeBytes,
      isUsable: refusal === null,
      note: refusal ?? note,
    },
  };
}

/**
 * Marks packs whose companions are missing as unusable: swappers need an embedder and maybe a converter, RVC voices a
 * content encoder, portrait animators all of their parts.
 */
function addNeeds(packs: readonly Judged[]): readonly Judged[] {
  const families = packs.filter(({ entry }) => entry.isUsable).map(({ entry }) => entry.family);
  const voices = packs.flatMap(({ path, found }) =>
    found?.isKnown === true && found.of === 'voice' ? [{ path, found }] : [],
  );
  return packs.map((judged) => {
    const { entry, found } = judged;
    const missing =
      found?.isKnown !== true ||
      !entry.isUsable ||
      found.of === 'diffusion' ||
      found.of === 'matting'
        ? null
        : found.of === 'face'
          ? findMissing(found.family, families)
          : found.of === 'talk'
            ? findMissingPart(found.family, families)
            : found.of === 'voice'
              ? describeMissingEncoder(found, voices)
              : null;
    return missing === null
      ? judged
      : { ...judged, entry: { ...entry, isUsable: false, note: missing } };
  });
}

/** Marks diffusion models with missing parts as unusable. */
async function addDiffusionSets(packs: readonly Judged[]): Promise<readonly Judged[]> {
  const parts = packs.flatMap(({ entry, path, found }): FoundPart[] =>
    entry.isUsable && found?.isKnown === true && found.of === 'diffusion'
      ? [{ id: entry.id, path, found }]
      : [],
  );
  return Promise.all(
    packs.map(async (judged) => {
      const { entry } = judged;
      const main = parts.find(({ id }) => id === entry.id);
      if (main === undefined || entry.kind !== 'diffusion') {
        return judged;
      }
      try {
        const set = await readDiffusionSet(main, parts);
        // Side files decide what the export leaves open.
        const { family, label } = toDiffusionFamily(set.unet.ports);
        return { ...judged, entry: { ...entry, family, label }, set };
      } catch (error) {
        const note =
          error instanceof AppError ? error.message : 'What lies beside it cannot be read.';
        return { ...judged, entry: { ...entry, isUsable: false, note } };
      }
    }),
  );
}

function findMissing(
  { kind, source, family, label }: PackFamily,
  families: readonly (string | null)[],
): string | null {
  if (kind !== 'swapper' || source === 'picture') {
    return null;
  }
  if (!families.includes('arcface')) {
    return `${label} needs ArcFace as well: put w600k_r50.onnx or arcface_w600k_r50.onnx into the folder.`;
  }
  const converter = findConverterFamily(family, source);
  return converter !== null && !families.includes(converter)
    ? `${label} needs its converter as well: put ${converter}.onnx into the folder.`
    : null;
}

function findMissingPart(
  { needs, label }: TalkFamily,
  families: readonly (string | null)[],
): string | null {
  const missing = needs.filter(({ family }) => !families.includes(family));
  return missing.length === 0
    ? null
    : `${label} needs more of its files: put ${missing.map(({ file }) => file).join(', ')} into the folder.`;
}

/** Returns the family of the converter that a family of swappers needs; null when it needs none. */
export function findConverterFamily(family: string, source: PackFamily['source']): string | null {
  const isConverted = source === 'converted_embedding' || source === 'converted_embedding_as_is';
  return isConverted ? `crossface_${family.replace(/_\d+$/, '')}` : null;
}

function toUsable({ entry, path, header, found }: Judged): RecognisedPack | null {
  return entry.isUsable && header !== null && found?.isKnown === true && found.of === 'face'
    ? { entry, path, header, found }
    : null;
}
