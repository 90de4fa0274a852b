import { useLive } from '../../app/app-context.ts';
import { findMissingPart, type MissingPart } from '../../live/missing-part.ts';
import { useLiveChoice } from '../../live/output/use-output-status.ts';

/** First missing requirement, in the order of the steps; null when none is missing. */
export function useMissing(): MissingPart | null {
  const { choice } = useLiveChoice();
  return useLive((state) => findMissingPart(state, choice));
}
