/**
 * The packs a run uses: those that are chosen, when they are there and work. Otherwise the engine that
 * comes with the program runs, and the report says why. A pack that fails once a run has begun fails the run:
 * two engines never make one result.
 */
import '../../engine/models/no-telemetry.ts';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { PackChoice, PackSetup } from '../../contract/model-packs.ts';
import { orAbort } from '../../engine/io/or-abort.ts';
import { createSessionPool } from '../../engine/models/pool/session-pool.ts';
import { type OpenedPacks, openPacks } from '../../engine/packs/open-packs.ts';
import { createPackRegistry, listPacks } from '../../engine/packs/pack-registry.ts';

/** The packs of a run, or why there are none, in a sentence. */
export type RunPacks =
  | { readonly packs: OpenedPacks; readonly reason: null; readonly isFallback: false }
  | {
      readonly packs: null;
      readonly reason: string;
      /** Whether packs were chosen, so that another engine runs than was asked for. */
      readonly isFallback: boolean;
    };

/** Packs stay open for the next runs of the process, as long as the choice and its files are the same. */
let warm: { readonly key: string; readonly opened: Promise<OpenedPacks> } | null = null;
let pool: ReturnType<typeof createSessionPool> | null = null;

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
  const key = await keyOf(folder, choice);
  if (warm?.key !== key) {
    const before = warm;
    pool ??= createSessionPool({ threads: 1 });
    const threads = availableParallelism();
    warm = { key, opened: openPacks(createPackRegistry(folder), pool, choice, { threads }) };
    before?.opened.then(
      (packs) => packs.close(),
      () => undefined,
    );
  }
  const { opened } = warm;
  try {
    return await opened;
  } catch (error) {
    if (warm?.opened === opened) {
      warm = null; // The next run looks again.
    }
    throw error;
  }
}

/** The same as long as no chosen file is changed. */
async function keyOf(folder: string, choice: PackChoice): Promise<string> {
  const ids = [choice.swapper, choice.restorer, ...choice.occluders].filter((id) => id !== null);
  const times = await Promise.all(
    ids.map(async (id) => {
      const facts = await stat(join(folder, id)).catch(() => null);
      return facts === null ? null : [facts.size, facts.mtimeMs];
    }),
  );
  return JSON.stringify([folder, choice, times]);
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
