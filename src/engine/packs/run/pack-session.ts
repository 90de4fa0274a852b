import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { PoolTensor, ProviderName } from '../../models/pool/messages.ts';
import type { PooledSession, SessionPool } from '../../models/pool/session-pool.ts';
import type { PackEntry } from '../pack-list.ts';
import type { RecognisedPack } from '../recognised-pack.ts';
import type { PackFamily, PackLicence } from '../recognise/families.ts';
import type { Signature } from '../recognise/signature.ts';
import { openOnFastest, type FastestOptions } from './open-on-fastest.ts';
import { listTensor, toImageTensor } from './tensors.ts';

/** Facts of a loaded pack and its provider, for reports and users. */
export interface PackFacts {
  readonly id: string;
  readonly kind: PackFamily['kind'];
  readonly family: string;
  readonly label: string;
  readonly licence: PackLicence;
  readonly provider: ProviderName;
  /** Sentences on why other providers were not used; null when the first had no rival. */
  readonly providerNote: string | null;
  /** Time of one run on this machine, measured when the pack was opened. */
  readonly runMs: number;
}

/** Loaded pack. */
export interface PackSession {
  readonly facts: PackFacts;
  readonly pack: RecognisedPack;
  /**
   * Runs the pack, see {@link PooledSession.run}. When `signal` fires, the call rejects at once with its reason; a run
   * in progress goes on in its thread.
   */
  readonly run: PooledSession['run'];
  close(): void;
}

/** Facts of a pack of any kind that opening needs. */
export interface OpenedFile {
  readonly entry: Pick<PackEntry, 'id' | 'label'>;
  readonly path: string;
  readonly found: {
    readonly family: Pick<PackFamily, 'kind' | 'family'>;
    readonly licence: PackLicence;
  };
}

/** Loads a face pack on the fastest provider. Throws `processing_failed` when none works. */
export async function openPackSession(
  pool: SessionPool,
  pack: RecognisedPack,
  options: FastestOptions,
): Promise<PackSession> {
  const { signature } = pack.found;
  const outputs = [signature.output, ...(signature.mask === null ? [] : [signature.mask.name])];
  const ports = { outputs, createFeeds: () => blankFeeds(signature) };
  return { pack, ...(await openPackFile(pool, pack, { ...options, ...ports })) };
}

/** Loads a file; `createFeeds` returns the inputs of the measurement, and `outputs` are the requested outputs. */
export async function openPackFile(
  pool: SessionPool,
  { entry, path, found }: OpenedFile,
  {
    outputs,
    createFeeds,
    ...options
  }: FastestOptions & {
    readonly outputs: readonly string[];
    readonly createFeeds: () => Record<string, PoolTensor>;
  },
): Promise<Omit<PackSession, 'pack'>> {
  const source = { name: entry.label, path, threads: options.threads, outputs };
  const fastest = await openOnFastest(pool, source, createFeeds, options);
  return {
    facts: {
      id: entry.id,
      kind: found.family.kind,
      family: found.family.family,
      label: entry.label,
      licence: found.licence,
      provider: fastest.session.provider,
      providerNote: fastest.note,
      runMs: fastest.runMs,
    },
    run: (feeds, signal) => rejectOnAbort(fastest.session.run(feeds, signal), signal),
    close: () => {
      fastest.session.close();
    },
  };
}

/** Returns a grey image and equal small values elsewhere: enough to measure with, and without a division of 0 by 0. */
function blankFeeds(signature: Signature): Record<string, PoolTensor> {
  const feeds: Record<string, PoolTensor> = {};
  for (const port of [signature.image, signature.sourceImage]) {
    if (port !== null) {
      feeds[port.name] = toImageTensor(port, new Float32Array(3 * port.size * port.size).fill(0.5));
    }
  }
  for (const port of [signature.embedding, signature.weight]) {
    if (port !== null) {
      const count = port.dims.reduce((product, dim) => product * dim, 1);
      feeds[port.name] = listTensor(port, new Float32Array(count).fill(1 / Math.sqrt(count)));
    }
  }
  return feeds;
}
