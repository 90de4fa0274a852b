/**
 * Opens the chosen packs for body tracking when they exist and work; otherwise the built-in networks run, and the
 * report gives the reason.
 */
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import { type BodyPacks, openBodyPacks } from '../../engine/body/neural/open-body-packs.ts';
import { rejectOnAbort } from '../../engine/io/reject-on-abort.ts';
import { createPackRegistry } from '../../engine/packs/pack-registry.ts';
import { createModelFailure } from './engine-reason.ts';
import { noteFallback } from './notes.ts';
import { toPackKey, WarmPacks } from './warm-packs.ts';

/** Body packs of a run. */
export interface RunBody extends Omit<BodyPacks, 'close'> {
  /** Why the chosen packs did not run; empty when they did, or none were chosen. */
  readonly reasons: readonly EngineReason[];
  readonly notes: readonly JobNote[];
}

const warm = new WarmPacks<BodyPacks>();
const none: RunBody = { refinePose: null, parse: null, facts: [], reasons: [], notes: [] };

/** Opens the packs of a setup. Throws only the reason of `signal`. */
export async function openRunBody(setup: PackSetup | null, signal: AbortSignal): Promise<RunBody> {
  const { poseEstimator = null, humanParser = null } = setup?.choice ?? {};
  const chosen = [poseEstimator, humanParser].filter((id) => id !== null);
  if (setup === null || chosen.length === 0) {
    return none;
  }
  const { folder } = setup;
  try {
    const key = await toPackKey(folder, chosen);
    const threads = availableParallelism();
    const opening = warm.open(key, (pool) =>
      openBodyPacks(createPackRegistry(folder), pool, { poseEstimator, humanParser }, { threads }),
    );
    return { ...(await rejectOnAbort(opening, signal)), reasons: [], notes: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) {
      throw error;
    }
    const reasons = [createModelFailure(chosen.join(', '), error.message)];
    return { ...none, reasons, notes: noteFallback({ reasons, isFallback: true }) };
  }
}
