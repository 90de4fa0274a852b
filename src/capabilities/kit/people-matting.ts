/** Opens the chosen matting network for image and video changes, when it works. */
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import { rejectOnAbort } from '../../engine/io/reject-on-abort.ts';
import { type OpenedMatting, openMatting } from '../../engine/packs/matting/open-matting.ts';
import { createPackRegistry } from '../../engine/packs/pack-registry.ts';
import { requirePack } from '../../engine/packs/select-pack.ts';
import type { ReimagineStep, StepRegion } from '../../instructions/step.ts';
import { createModelFailure } from './engine-reason.ts';
import { noteFallback } from './notes.ts';
import { toPackKey, WarmPacks } from './warm-packs.ts';

/** Matting of a run. */
export interface RunMatting {
  /** Opened network; null for the built-in one. */
  readonly matting: OpenedMatting | null;
  /** Why the chosen network did not run; empty when it did, or none was chosen. */
  readonly reasons: readonly EngineReason[];
  readonly notes: readonly JobNote[];
}

const warm = new WarmPacks<OpenedMatting>();
const none: RunMatting = { matting: null, reasons: [], notes: [] };
const NEEDING = ['relight', 'golden_hour', 'weather', 'part_colour', 'group'];
const REGIONS: readonly StepRegion[] = ['person', 'background', 'hair', 'clothes'];

/** Returns true when steps need a mask of people. */
export function needPeople(steps: readonly ReimagineStep[]): boolean {
  return steps.some(
    (step) =>
      step.kind.startsWith('background_') ||
      NEEDING.includes(step.kind) ||
      ('where' in step && step.where !== undefined && isOfPeople(step.where.region)),
  );
}

/** Returns true when a region is derived from the mask of people. */
export function isOfPeople(region: StepRegion): boolean {
  return REGIONS.includes(region);
}

/** Opens the network of a setup when it is needed. Throws only the reason of `signal`. */
export async function openRunMatting(
  setup: PackSetup | null,
  isNeeded: boolean,
  signal: AbortSignal,
): Promise<RunMatting> {
  const id = setup?.choice.matting ?? null;
  if (setup === null || id === null || !isNeeded) {
    return none;
  }
  try {
    const matting = await rejectOnAbort(openWarm(setup.folder, id), signal);
    matting.forget();
    return { matting, reasons: [], notes: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) {
      throw error;
    }
    const reasons = [createModelFailure(id, error.message)];
    return { matting: null, reasons, notes: noteFallback({ reasons, isFallback: true }) };
  }
}

async function openWarm(folder: string, id: string): Promise<OpenedMatting> {
  const key = await toPackKey(folder, [id]);
  return warm.open(key, async (pool) => {
    const registry = createPackRegistry(folder);
    const packs = await registry.listMattingPacks();
    const pack = await requirePack(registry, packs, { id, kind: 'matting' });
    return openMatting(pool, pack, { threads: availableParallelism() });
  });
}
