import type { HeadFlaws } from './head-flaws.ts';

/** What of a swapped head gives it away so much that the face alone is better. */
export type BrokenPart =
  /** Neck and head do not meet: in colour, or because there is none. */
  | 'neck_breaks'
  /** Clothes are gone, under skin, or those of the source came along. */
  | 'clothes_break'
  /** Hair ends where its photo did, the old head is still seen, or what was behind it shows seams or a rim. */
  | 'edge_breaks';

/** What is let pass of every flaw. */
export type HeadLimits = Readonly<Record<keyof HeadFlaws, number>>;

/**
 * Fitted to 66 pairs of photos that were looked at one by one: nearer to the worst that was let pass than to the best that was
 * not, since a face in place of a head costs less than a head that looks stuck on.
 */
export const headLimits: HeadLimits = {
  neckStep: 12,
  neckGap: 3,
  throat: 12,
  lostClothes: 3,
  skinOnClothes: 12,
  cut: 16,
  remains: 6,
  ghost: 13,
  invented: 25,
  seam: 9.3,
  rim: 8,
  unframed: 0.2,
};

const flawsOfParts: readonly { readonly flaw: keyof HeadFlaws; readonly part: BrokenPart }[] = [
  { flaw: 'neckStep', part: 'neck_breaks' },
  { flaw: 'neckGap', part: 'neck_breaks' },
  { flaw: 'throat', part: 'clothes_break' },
  { flaw: 'lostClothes', part: 'clothes_break' },
  { flaw: 'skinOnClothes', part: 'clothes_break' },
  { flaw: 'invented', part: 'clothes_break' },
  { flaw: 'cut', part: 'edge_breaks' },
  { flaw: 'remains', part: 'edge_breaks' },
  { flaw: 'ghost', part: 'edge_breaks' },
  { flaw: 'seam', part: 'edge_breaks' },
  { flaw: 'rim', part: 'edge_breaks' },
  { flaw: 'unframed', part: 'edge_breaks' },
];

/** The part whose flaw is furthest beyond its limit; null when none is. */
export function findBrokenPart(flaws: HeadFlaws, limits: HeadLimits): BrokenPart | null {
  let worst = 1;
  let broken: BrokenPart | null = null;
  for (const { flaw, part } of flawsOfParts) {
    const beyond = flaws[flaw] / limits[flaw];
    if (beyond > worst) {
      worst = beyond;
      broken = part;
    }
  }
  return broken;
}
