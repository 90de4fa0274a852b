/** Opens the packs that the user chose, with those they need, and creates swappers from them. */
import { AppError } from '../../base/errors.ts';
import type { ProviderName } from '../models/pool/messages.ts';
import type { SessionPool } from '../models/pool/session-pool.ts';
import { createPackSwapper, type PackStrength, type PackSwapper } from './compose/pack-swapper.ts';
import { findConverterFamily, createPackRegistry, type PackRegistry } from './pack-registry.ts';
import type { RecognisedPack } from './recognised-pack.ts';
import type { PackKind } from '../../base/pack-kinds.ts';
import type { SourcePhoto } from './run/embed-source.ts';
import { openPackSession, type PackFacts, type PackSession } from './run/pack-session.ts';
import { preparePackSource, type PackSource } from './run/prepare-source.ts';

/** Ids of the packs to use. */
export interface PackSelection {
  readonly swapper: string;
  readonly restorer?: string | null | undefined;
  /** Occluders and parsers. */
  readonly occluders?: readonly string[] | undefined;
}

/** Options of opening packs. */
export interface OpenPacksOptions {
  /** CPU threads of one run; 1 by default. */
  readonly threads?: number | undefined;
  /** Providers to try, the likely fastest first; those of the system by default. */
  readonly providers?: readonly ProviderName[] | undefined;
  /** Monotonic clock in milliseconds. */
  readonly nowMs?: (() => number) | undefined;
}

/** Loaded packs of a selection. */
export interface OpenedPacks {
  /** Provider of each pack, and why no other, for the report of a job and the interface. */
  readonly facts: readonly PackFacts[];
  /** Converts photos of one person to a source. Throws `invalid_input` without a photo. */
  prepareSource(photos: readonly SourcePhoto[]): Promise<PackSource>;
  createSwapper(source: PackSource, strength?: PackStrength): PackSwapper;
  /** Frees the models; their swappers must not be called again. The pool stays open. */
  close(): void;
}

/**
 * Loads a selection into a pool. Throws `not_found` or `unsupported_format` when a pack is missing, unusable or of
 * another kind, and `processing_failed` when it cannot be loaded.
 */
export async function openPacks(
  registry: PackRegistry,
  pool: SessionPool,
  choice: PackSelection,
  { threads = 1, ...others }: OpenPacksOptions = {},
): Promise<OpenedPacks> {
  const chosen = await selectPacks(registry, choice);
  const opened: PackSession[] = [];
  const open = async (pack: RecognisedPack): Promise<PackSession> => {
    const session = await openPackSession(pool, pack, { threads, ...others });
    opened.push(session);
    return session;
  };
  const openIf = (pack: RecognisedPack | null): Promise<PackSession | null> | null =>
    pack === null ? null : open(pack);
  const close = (): void => {
    for (const session of opened) {
      session.close();
    }
  };
  try {
    const models = {
      swapper: await open(chosen.swapper),
      embedder: await openIf(chosen.embedder),
      converter: await openIf(chosen.converter),
      restorer: await openIf(chosen.restorer),
      occluders: await openAll(chosen.occluders, open),
    };
    return {
      facts: opened.map(({ facts }) => facts),
      prepareSource: (photos) => preparePackSource(models, photos),
      createSwapper: (source, strength) => createPackSwapper(models, source, strength),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Checks that the packs of a selection and those they need exist. Throws `not_found` or `unsupported_format` as {@link
 * openPacks} does; loads nothing.
 */
export async function checkPackChoice(folder: string, choice: PackSelection): Promise<void> {
  await selectPacks(createPackRegistry(folder), choice);
}

/** Packs of a selection with those they need, before they are loaded. */
interface ChosenPacks {
  readonly swapper: RecognisedPack;
  readonly embedder: RecognisedPack | null;
  readonly converter: RecognisedPack | null;
  readonly restorer: RecognisedPack | null;
  readonly occluders: readonly RecognisedPack[];
}

async function selectPacks(registry: PackRegistry, choice: PackSelection): Promise<ChosenPacks> {
  const swapper = await select(registry, choice.swapper, ['swapper']);
  const { family, source } = swapper.found.family;
  const converter = findConverterFamily(family, source);
  const { restorer = null, occluders = [] } = choice;
  return {
    swapper,
    embedder: source === 'picture' ? null : await need(registry, 'arcface'),
    converter: converter === null ? null : await need(registry, converter),
    restorer: restorer === null ? null : await select(registry, restorer, ['restorer']),
    occluders: await Promise.all(
      occluders.map((id) => select(registry, id, ['occluder', 'parser'])),
    ),
  };
}

async function select(
  registry: PackRegistry,
  id: string,
  kinds: readonly PackKind[],
): Promise<RecognisedPack> {
  const pack = await registry.require(id);
  const { kind, label } = pack.found.family;
  if (!kinds.includes(kind)) {
    throw new AppError(
      'unsupported_format',
      `${label} (${kind}) cannot be used as ${kinds.join(' or ')}.`,
    );
  }
  return pack;
}

async function openAll(
  packs: readonly RecognisedPack[],
  open: (pack: RecognisedPack) => Promise<PackSession>,
): Promise<readonly PackSession[]> {
  const sessions: PackSession[] = [];
  for (const pack of packs) {
    sessions.push(await open(pack));
  }
  return sessions;
}

async function need(registry: PackRegistry, family: string): Promise<RecognisedPack> {
  const pack = await registry.findFamily((other) => other.family === family);
  if (pack === null) {
    throw new AppError('not_found', `The folder of models holds no ${family} that can be used.`);
  }
  return pack;
}
