import type { LiveChoice } from '../../contract/live-choice.ts';
import type { LiveStoreState } from './session/live-view.ts';

/** Requirement for going live. */
export type MissingPart = 'offer' | 'character' | 'camera';

/** First missing requirement, in the order of the steps; null when none is missing. */
export function findMissingPart(
  { offer, camera }: Pick<LiveStoreState, 'offer' | 'camera'>,
  { characterId }: Pick<LiveChoice, 'characterId'>,
): MissingPart | null {
  if (offer !== null && !offer.isOffered) {
    return 'offer';
  }
  if (characterId === null) {
    return 'character';
  }
  return camera === null ? 'camera' : null;
}
