import { useLive } from '../../app/app-context.ts';
import { findMissingPart, type MissingPart } from '../../live/missing-part.ts';
import { useLiveChoice } from '../../live/use-output-status.ts';

/** What is missing first, in the order of the steps; null when everything is there. */
export function useMissing(): MissingPart | null {
  const { choice } = useLiveChoice();
  return useLive((state) => findMissingPart(state, choice));
}
