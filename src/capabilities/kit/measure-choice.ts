import '../../engine/models/no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { isMeasurable, type MeasuredPacks, type PackSetup } from '../../contract/model-packs.ts';
import { createSessionPool } from '../../engine/models/pool/session-pool.ts';
import { measurePacks } from '../../engine/packs/measure-packs.ts';
import { type OpenedPacks, openPacks } from '../../engine/packs/open-packs.ts';
import { createPackRegistry } from '../../engine/packs/pack-registry.ts';
import { openTalkPacks } from '../../engine/talk/neural/open-talk-packs.ts';
import { openBodyPacks } from '../../engine/body/neural/open-body-packs.ts';
import { openBuiltInFolder } from './models.ts';
import { providerNames } from './pack-engine.ts';

/**
 * How fast a choice is here. Throws `invalid_input` when nothing in it can be measured by itself and what {@link openPacks}
 * and {@link openTalkPacks} throw.
 */
export async function measureChoice({ folder, choice }: PackSetup): Promise<MeasuredPacks> {
  const { swapper } = choice;
  if (!isMeasurable(choice)) {
    throw new AppError(
      'invalid_input',
      'Choose a model that swaps faces, makes them talk or sees bodies first.',
      {
        details: faultDetails('no_swapper'),
      },
    );
  }
  const pool = createSessionPool({ threads: 1 });
  try {
    const threads = availableParallelism();
    const registry = createPackRegistry(folder);
    const swap =
      swapper === null
        ? null
        : await openPacks(registry, pool, { ...choice, swapper }, { threads });
    // What talks is run as it is opened: a frame of it is one run of each.
    const talk = await openTalkPacks(registry, pool, choice, { threads });
    const body = await openBodyPacks(registry, pool, choice, { threads });
    return {
      frameMs: swap === null ? null : await measureFrame(swap),
      packs: [...(swap?.facts ?? []), ...talk.facts, ...body.facts].map(
        ({ label, provider, runMs, providerNote }) => ({
          label,
          provider: providerNames[provider],
          runMs,
          note: providerNote,
        }),
      ),
    };
  } finally {
    await pool.close();
  }
}

async function measureFrame(packs: OpenedPacks): Promise<number> {
  const canonicalFace = await (await openBuiltInFolder()).readCanonicalFace();
  return (await measurePacks(packs, canonicalFace)).frameMs;
}
