/**
 * Opens the chosen packs for talking faces when they exist and work; otherwise the built-in engine runs, and the report
 * gives the reason.
 */
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { PackChoice, PackSetup } from '../../contract/model-packs.ts';
import { rejectOnAbort } from '../../engine/io/reject-on-abort.ts';
import { createPackRegistry } from '../../engine/packs/pack-registry.ts';
import { openTalkPacks, type TalkPacks } from '../../engine/talk/neural/open-talk-packs.ts';
import type { TalkChoice } from '../../engine/talk/neural/select-talk-packs.ts';
import { createModelFailure } from './engine-reason.ts';
import { noteFallback } from './notes.ts';
import { toPackKey, WarmPacks } from './warm-packs.ts';

/** Talk packs of a run. */
export interface RunTalk extends Omit<TalkPacks, 'close'> {
  /** Why the chosen packs did not run; empty when they did, or none were chosen. */
  readonly reasons: readonly EngineReason[];
  readonly notes: readonly JobNote[];
}

/** Part of a capability that packs may do. */
export type TalkPart = keyof TalkChoice;

const warm = new WarmPacks<TalkPacks>();
const none: RunTalk = {
  soundToMouth: null,
  openPainter: null,
  openAnimator: null,
  facts: [],
  reasons: [],
  notes: [],
};

/** Opens the packs of a setup for some parts. Throws only the reason of `signal`. */
export async function openRunTalk(
  setup: PackSetup | null,
  parts: readonly TalkPart[],
  signal: AbortSignal,
): Promise<RunTalk> {
  const choice = setup === null ? null : pick(setup.choice, parts);
  const chosen = Object.values(choice ?? {}).filter((id) => id !== null);
  if (setup === null || choice === null || chosen.length === 0) {
    return none;
  }
  try {
    const packs = await rejectOnAbort(openWarm(setup.folder, choice), signal);
    return { ...packs, reasons: [], notes: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) {
      throw error;
    }
    const reasons = [createModelFailure(chosen.join(', '), error.message)];
    return { ...none, reasons, notes: noteFallback({ reasons, isFallback: true }) };
  }
}

function pick(choice: PackChoice, parts: readonly TalkPart[]): TalkChoice {
  const read = (part: TalkPart): string | null => (parts.includes(part) ? choice[part] : null);
  return {
    soundToMouth: read('soundToMouth'),
    mouthPainter: read('mouthPainter'),
    portraitAnimator: read('portraitAnimator'),
  };
}

async function openWarm(folder: string, choice: TalkChoice): Promise<TalkPacks> {
  const { soundToMouth, mouthPainter, portraitAnimator } = choice;
  const key = await toPackKey(folder, [soundToMouth, mouthPainter, portraitAnimator]);
  const threads = availableParallelism();
  return warm.open(key, (pool) =>
    openTalkPacks(createPackRegistry(folder), pool, choice, { threads }),
  );
}
