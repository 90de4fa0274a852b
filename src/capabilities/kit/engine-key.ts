import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import type { RunContext } from '../processor.ts';
import { readStamp } from './warm-packs.ts';

/** Packs that draw, with their folder. */
export interface DrawingPacks {
  readonly folder: string;
  readonly facts: readonly Pick<PackFacts, 'id' | 'provider'>[];
}

/**
 * Returns a key that is equal in all processes that draw the same result: of this program version, with these packs on
 * these providers; `null` stands for the built-in engine. Measured values of reports are not part of it.
 */
export async function toEngineKey(
  version: string | undefined,
  packs: DrawingPacks | null,
): Promise<string> {
  if (packs === null) {
    return JSON.stringify([version ?? null, 'built-in']);
  }
  const files = await Promise.all(
    packs.facts.map(async ({ id, provider }) => {
      const [size, changedMs] = await readStamp(packs.folder, id);
      // Copies of a file keep its time to the second at best.
      const changed = changedMs === null ? null : Math.floor(changedMs / 1000);
      return JSON.stringify([id, provider, size, changed]);
    }),
  );
  // Packs are listed in the order of loading, and nodes may keep them elsewhere.
  return JSON.stringify([version ?? null, ...files.toSorted()]);
}

/** Returns the key of a run with these packs, or of the built-in engine when there are none. */
export function readEngineKey(
  { packs, version }: Pick<RunContext, 'packs' | 'version'>,
  facts: DrawingPacks['facts'],
): Promise<string> {
  return toEngineKey(
    version,
    packs === null || facts.length === 0 ? null : { folder: packs.folder, facts },
  );
}
