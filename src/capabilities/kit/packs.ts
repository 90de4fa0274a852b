/**
 * Opens the chosen packs of a run when they exist and work; otherwise the built-in engine runs, and the report gives
 * the reason. A pack that fails during a run fails the run: one result never comes from two engines.
 */
import '../../engine/models/no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { PackChoice, PackSetup } from '../../contract/model-packs.ts';
import { rejectOnAbort } from '../../engine/io/reject-on-abort.ts';
import { type OpenedPacks, openPacks } from '../../engine/packs/open-packs.ts';
import { createPackRegistry, listPacks } from '../../engine/packs/pack-registry.ts';
import { createModelFailure, createReason } from './engine-reason.ts';
import { toPackKey, WarmPacks } from './warm-packs.ts';

/** Packs of a run, or the reason why there are none. */
export type RunPacks =
  | {
      readonly packs: OpenedPacks;
      /** Folder of the packs. */
      readonly folder: string;
      readonly reasons: readonly [];
      readonly isFallback: false;
    }
  | {
      readonly packs: null;
      /** Why there are none; never empty. */
      readonly reasons: readonly EngineReason[];
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
    const reason = createReason('no_model_folder', 'No folder of models is set up.', {});
    return { packs: null, reasons: [reason], isFallback: false };
  }
  const { swapper } = setup.choice;
  if (swapper === null) {
    return { packs: null, reasons: await explainBuiltIn(setup), isFallback: false };
  }
  try {
    return {
      packs: await rejectOnAbort(openWarm(setup.folder, { ...setup.choice, swapper }), signal),
      folder: setup.folder,
      reasons: [],
      isFallback: false,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) {
      throw error;
    }
    return {
      packs: null,
      reasons: [createModelFailure(swapper, error.message)],
      isFallback: true,
    };
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
async function explainBuiltIn({ folder, choice }: PackSetup): Promise<readonly EngineReason[]> {
  const { packs } = await listPacks(folder);
  const swappers = packs.filter(({ kind }) => kind === 'swapper');
  const usable = swappers.filter(({ isUsable }) => isUsable).map(({ label }) => label);
  const [first] = swappers;
  const others =
    choice.restorer === null && choice.occluders.length === 0
      ? []
      : [
          createReason(
            'needs_swapper',
            'The other models that are chosen work only together with one that swaps faces.',
            {},
          ),
        ];
  if (usable.length > 0) {
    const models = usable.join(', ');
    const message = `The built-in engine is chosen; ${models} could be used instead.`;
    return [createReason('built_in_chosen', message, { models }), ...others];
  }
  if (first === undefined) {
    const message = 'The folder of models holds none that swaps faces.';
    return [createReason('no_swapper', message, {}), ...others];
  }
  const { label: model, note } = first;
  const why = note ?? '';
  const message = `${model} cannot be used: ${why}`;
  return [createReason('model_unusable', message, { model, why }), ...others];
}
