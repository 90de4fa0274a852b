/** Opens the packs the user chose, with those they need, and makes swappers of them. */
import { AppError } from '../../base/errors.ts';
import type { ProviderName } from '../models/pool/messages.ts';
import type { SessionPool } from '../models/pool/session-pool.ts';
import { createPackSwapper, type PackStrength, type PackSwapper } from './compose/pack-swapper.ts';
import { converterOf, type PackRegistry, type RecognisedPack } from './pack-registry.ts';
import type { PackKind } from './recognise/families.ts';
import type { SourcePhoto } from './run/embed-source.ts';
import { openPackSession, type PackFacts, type PackSession } from './run/pack-session.ts';
import { preparePackSource, type PackSource } from './run/prepare-source.ts';

/** Which packs are to be used, by their ids. */
export interface PackChoice {
  readonly swapper: string;
  readonly restorer?: string | null | undefined;
  /** Occluders and parsers. */
  readonly occluders?: readonly string[] | undefined;
}

/** How packs are opened. */
export interface OpenPacksOptions {
  /** Of one run on the CPU; 1 by default. */
  readonly threads?: number | undefined;
  /** What may be tried, the likely fastest first; what the system offers by default. */
  readonly providers?: readonly ProviderName[] | undefined;
  /** Milliseconds of any clock that only goes forward. */
  readonly nowMs?: (() => number) | undefined;
}

/** The packs of a choice, loaded. */
export interface OpenedPacks {
  /** What runs where, and why not elsewhere: for the report of a job and the interface. */
  readonly facts: readonly PackFacts[];
  /** Turns photos of one person into a source. Throws `invalid_input` without a photo. */
  prepareSource(photos: readonly SourcePhoto[]): Promise<PackSource>;
  createSwapper(source: PackSource, strength?: PackStrength): PackSwapper;
  /** Frees the models; swappers of them must not be called again. The pool stays open. */
  close(): void;
}

/**
 * Loads a choice into a pool. Throws `not_found` or `unsupported_format` when a pack is not there, cannot
 * be used or is of another kind, and `processing_failed` when it cannot be loaded.
 */
export async function openPacks(
  registry: PackRegistry,
  pool: SessionPool,
  choice: PackChoice,
  { threads = 1, ...others }: OpenPacksOptions = {},
): Promise<OpenedPacks> {
  const opened: PackSession[] = [];
  const open = async (pack: RecognisedPack): Promise<PackSession> => {
    const session = await openPackSession(pool, pack, { threads, ...others });
    opened.push(session);
    return session;
  };
  const close = (): void => {
    for (const session of opened) {
      session.close();
    }
  };
  const choose = async (id: string, kinds: readonly PackKind[]): Promise<PackSession> => {
    const pack = await registry.take(id);
    const { kind, label } = pack.found.family;
    if (!kinds.includes(kind)) {
      throw new AppError(
        'unsupported_format',
        `${label} is no ${kinds.join(' or ')} but a ${kind}.`,
      );
    }
    return open(pack);
  };
  try {
    const swapper = await choose(choice.swapper, ['swapper']);
    const { family, source } = swapper.pack.found.family;
    const converterFamily = converterOf(family, source);
    const models = {
      swapper,
      embedder: source === 'picture' ? null : await open(await need(registry, 'arcface')),
      converter:
        converterFamily === null ? null : await open(await need(registry, converterFamily)),
      restorer:
        typeof choice.restorer === 'string' ? await choose(choice.restorer, ['restorer']) : null,
      occluders: await openAll(choice.occluders ?? [], (id) => choose(id, ['occluder', 'parser'])),
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

async function openAll(
  ids: readonly string[],
  open: (id: string) => Promise<PackSession>,
): Promise<readonly PackSession[]> {
  const sessions: PackSession[] = [];
  for (const id of ids) {
    sessions.push(await open(id));
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
