/**
 * The packs a run uses: those that are chosen, when they are there and work. Otherwise the engine that
 * comes with the program runs, and the report says why. A pack that fails once a run has begun fails the run:
 * two engines never make one result.
 */
import '../../engine/models/no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { PackChoice, PackSetup } from '../../contract/model-packs.ts';
import { orAbort } from '../../engine/io/or-abort.ts';
import { type OpenedPacks, openPacks } from '../../engine/packs/open-packs.ts';
import { createPackRegistry, listPacks } from '../../engine/packs/pack-registry.ts';
import { toPackKey, WarmPacks } from './warm-packs.ts';

/** The packs of a run, or why there are none, in a sentence. */
export type RunPacks =
  | {
      readonly packs: OpenedPacks;
      /** Where they lie. */
      readonly folder: string;
      readonly reason: null;
      readonly isFallback: false;
    }
  | {
      readonly packs: null;
      readonly reason: string;
      /** Whether packs were chosen, so that another engine runs than was asked for. */
      readonly isFallback: boolean;
    };

const warm = new WarmPacks<OpenedPacks>();

/** Opens the packs of a setup. Throws only the reason of `signal`. */
export async function openRunPacks(
  setup: PackSetup | null,
  signal: AbortSignal,
): Promise<RunPacks> {
  if (setup === null) {
    return { packs: null, reason: 'No folder of models is set up.', isFallback: false };
  }
  const { swapper } = setup.choice;
  if (swapper === null) {
    return { packs: null, reason: await explainBuiltIn(setup), isFallback: false };
  }
  try {
    return {
      packs: await orAbort(openWarm(setup.folder, { ...setup.choice, swapper }), signal),
      folder: setup.folder,
      reason: null,
      isFallback: false,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) {
      throw error;
    }
    const reason = `${swapper} was chosen and could not be used. ${error.message}`;
    return { packs: null, reason, isFallback: true };
  }
}

async function openWarm(
  folder: string,
  choice: PackChoice & { readonly swapper: string },
): Promise<OpenedPacks> {
  const { swapper, restorer, occluders } = choice;
  const key = await toPackKey(folder, [swapper, restorer, ...occluders]);
  const threads = availableParallelism();
  return warm.open(key, (pool) => openPacks(createPackRegistry(folder), pool, choice, { threads }));
}

/** Why the built-in engine runs although there may be packs. */
async function explainBuiltIn({ folder, choice }: PackSetup): Promise<string> {
  const { packs } = await listPacks(folder);
  const swappers = packs.filter(({ kind }) => kind === 'swapper');
  const usable = swappers.filter(({ isUsable }) => isUsable).map(({ label }) => label);
  const [first] = swappers;
  const others =
    choice.restorer === null && choice.occluders.length === 0
      ? ''
      : ' The other models that are chosen work only together with one that swaps faces.';
  if (usable.length > 0) {
    return `The built-in engine is chosen; ${usable.join(', ')} could be used instead.${others}`;
  }
  return first === undefined
    ? `The folder of models holds none that swaps faces.${others}`
    : `${first.label} cannot be used: ${first.note ?? ''}${others}`;
}
