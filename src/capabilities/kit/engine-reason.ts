import type {
  EngineReason,
  EngineReasonCode,
  EngineReasonFacts,
} from '../../contract/engine-reasons.ts';
import type { JobReport } from '../../contract/job-details.ts';

/** Creates a sentence of a report, with the facts from which clients build it in other languages. */
export function createReason<Code extends EngineReasonCode>(
  code: Code,
  message: string,
  facts: EngineReasonFacts<Code>,
): EngineReason {
  return { code, message, facts: { ...facts } };
}

/** Creates the sentence about models that were chosen and did not run, and why. */
export function createModelFailure(model: string, why: string): EngineReason {
  const message = `${model} was chosen and could not be used. ${why}`;
  return createReason('model_failed', message, { model, why });
}

/** The end of a sentence about frames in which a model left lips open, and what Guise did; empty without such frames. */
export function explainOpenLips(frames: number, done: 'closed them' | 'drew those'): string {
  const where = frames === 1 ? 'one frame' : `${frames} frames`;
  return frames === 0 ? '' : `; in ${where} it left lips open that have to meet, and Guise ${done}`;
}

/** Says sentences one after the other. */
export function joinReasons(reasons: readonly EngineReason[]): string {
  return reasons.map(({ message }) => message).join(' ');
}

/** Fields of a report for sentences; null ones are left out. */
export function reportReasons(
  ...reasons: readonly (EngineReason | null)[]
): Pick<JobReport['engine'], 'reason' | 'reasons'> {
  const all = reasons.filter((reason) => reason !== null);
  return { reason: joinReasons(all) || null, reasons: all };
}
