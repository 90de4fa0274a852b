import { useLive } from '../../app/app-context.ts';
import { useLiveChoice } from '../../live/use-output-status.ts';

/** What has to be there before somebody can go live. */
export type MissingPart = 'offer' | 'character' | 'camera';

/** What is missing first, in the order of the steps; null when everything is there. */
export function useMissing(): MissingPart | null {
  const hasCamera = useLive((state) => state.camera !== null);
  const offer = useLive((state) => state.offer);
  const { choice } = useLiveChoice();
  if (offer !== null && !offer.isOffered) {
    return 'offer';
  }
  if (choice.characterId === null) {
    return 'character';
  }
  return hasCamera ? null : 'camera';
}
