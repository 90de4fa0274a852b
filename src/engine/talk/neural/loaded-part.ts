import type { PackSession } from '../../packs/run/pack-session.ts';

/** Loaded network with its signature. */
export interface LoadedPart<Signature> {
  readonly session: Pick<PackSession, 'run' | 'facts'>;
  readonly signature: Signature;
}
