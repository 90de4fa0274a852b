import type { LiveChoice } from '../../contract/live-choice.ts';
import type { LiveStoreState } from './live-view.ts';

/** What has to be there before somebody can go live. */
export type MissingPart = 'offer' | 'character' | 'camera';

/** What is missing first, in the order of the steps; null when everything is there. */
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
