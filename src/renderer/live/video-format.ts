import { type LiveChoice, liveHeights } from '../../contract/live-choice.ts';

/** Returns whether the video has the smallest size already, so that a smaller one cannot be suggested. */
export function isSmallestFormat({ heightP }: Pick<LiveChoice, 'heightP'>): boolean {
  return heightP === liveHeights[0];
}
