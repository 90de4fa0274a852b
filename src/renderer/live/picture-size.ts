import { type LiveChoice, liveHeights } from '../../contract/live-choice.ts';

/** Whether no smaller picture can be sent, so that none can be advised. */
export function isSmallestFormat({ heightP }: Pick<LiveChoice, 'heightP'>): boolean {
  return heightP === liveHeights[0];
}
