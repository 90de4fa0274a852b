import type { PackSession } from '../../packs/run/pack-session.ts';

/** A loaded network with what its ports are. */
export interface LoadedPart<Signature> {
  readonly session: Pick<PackSession, 'run' | 'facts'>;
  readonly signature: Signature;
}
