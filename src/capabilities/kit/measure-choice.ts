import '../../engine/models/no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { MeasuredPacks, PackSetup } from '../../contract/model-packs.ts';
import { createSessionPool } from '../../engine/models/pool/session-pool.ts';
import { measurePacks } from '../../engine/packs/measure-packs.ts';
import { openPacks } from '../../engine/packs/open-packs.ts';
import { createPackRegistry } from '../../engine/packs/pack-registry.ts';
import { openBuiltInFolder } from './models.ts';
import { providerNames } from './pack-engine.ts';

/**
 * How fast a choice is here. Throws `invalid_input` when it has no swapper and what {@link openPacks} throws.
 */
export async function measureChoice({ folder, choice }: PackSetup): Promise<MeasuredPacks> {
  const { swapper } = choice;
  if (swapper === null) {
    throw new AppError('invalid_input', 'Choose a model that swaps faces first.', {
      details: faultDetails('no_swapper'),
    });
  }
  const canonicalFace = await (await openBuiltInFolder()).readCanonicalFace();
  const pool = createSessionPool({ threads: 1 });
  try {
    const threads = availableParallelism();
    const registry = createPackRegistry(folder);
    const packs = await openPacks(registry, pool, { ...choice, swapper }, { threads });
    const { frameMs } = await measurePacks(packs, canonicalFace);
    return {
      frameMs,
      packs: packs.facts.map(({ label, provider, runMs, providerNote }) => ({
        label,
        provider: providerNames[provider],
        runMs,
        note: providerNote,
      })),
    };
  } finally {
    await pool.close();
  }
}
