/**
 * Opens the chosen packs of a run when they exist and work; otherwise the built-in engine runs, and the report gives
 * the reason. A pack that fails during a run fails the run: one result never comes from two engines.
 */
import '../../engine/models/no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { PackChoice, PackSetup } from '../../contract/model-packs.ts';
import { rejectOnAbort } from '../../engine/io/reject-on-abort.ts';
import { type OpenedPacks, openPacks } from '../../engine/packs/open-packs.ts';
import { createPackRegistry, listPacks } from '../../engine/packs/pack-registry.ts';
import { toPackKey, WarmPacks } from './warm-packs.ts';

/** Packs of a run, or the reason why there are none. */
export type RunPacks =
  | {
      readonly packs: OpenedPacks;
      /** Folder of the packs. */
      readonly folder: string;
      readonly reason: null;
      readonly isFallback: false;
    }
  | {
      readonly packs: null;
      readonly reason: string;
      /** True when packs were chosen, so that the engine differs from the request. */
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
      packs: await rejectOnAbort(openWarm(setup.folder, { ...setup.choice, swapper }), signal),
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

/** Explains why the built-in engine runs although there may be packs. */
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
