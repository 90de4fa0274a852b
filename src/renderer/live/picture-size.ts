import { type LiveChoice, liveHeights } from '../../contract/live-choice.ts';

/** Whether the video has the smallest size already, so that a smaller one cannot be advised. */
export function isSmallestFormat({ heightP }: Pick<LiveChoice, 'heightP'>): boolean {
  return heightP === liveHeights[0];
}
