import { type EngineReason, findEngineReason } from '../../contract/engine-reasons.ts';
import type { JobReport } from '../../contract/job-details.ts';
import type { Text } from './text.ts';

/** Sentence about how a result was made. */
interface EngineSentence {
  readonly says: string;
  /** True for the words of the service itself, which are English. */
  readonly isForeign: boolean;
}

/** The sentences of a report by their codes; of those that Guise does not know, the service's own. */
export function listEngineSentences(
  text: Text,
  { reason, reasons }: Pick<JobReport['engine'], 'reason' | 'reasons'>,
): readonly EngineSentence[] {
  if (reasons === undefined) {
    return reason === null ? [] : [{ says: reason, isForeign: true }];
  }
  return reasons.map((sentence) => toSentence(text, sentence));
}

function toSentence({ t }: Text, reason: EngineReason): EngineSentence {
  const code = findEngineReason(reason);
  return code === null
    ? { says: reason.message, isForeign: true }
    : { says: t(`engine.reason.${code}`, reason.facts), isForeign: false };
}
