import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import type { RunContext } from '../processor.ts';
import { readStamp } from './warm-packs.ts';

/** Packs that draw, and the folder they are from. */
export interface DrawingPacks {
  readonly folder: string;
  readonly facts: readonly Pick<PackFacts, 'id' | 'provider'>[];
}

/**
 * The same in all processes that draw the same face: of this version of the program, with these packs on these providers; null
 * for the built-in engine. What reports say beside that is measured anew by each process.
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
      // Copies of a file keep its time by the second at best.
      const changed = changedMs === null ? null : Math.floor(changedMs / 1000);
      return JSON.stringify([id, provider, size, changed]);
    }),
  );
  // Packs stand in the order in which they were loaded, and those of a node may lie elsewhere.
  return JSON.stringify([version ?? null, ...files.toSorted()]);
}

/** The key of a run that draws with these packs of its folder; none where it draws with the built-in engine. */
export function readEngineKey(
  { packs, version }: Pick<RunContext, 'packs' | 'version'>,
  facts: DrawingPacks['facts'],
): Promise<string> {
  return toEngineKey(
    version,
    packs === null || facts.length === 0 ? null : { folder: packs.folder, facts },
  );
}
