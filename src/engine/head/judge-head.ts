import type { HeadFlaws } from './head-flaws.ts';

/** Parts of a swapped head whose flaws are so visible that swapping only the face looks better. */
export type BrokenPart =
  /** The neck does not match the head in colour, or is missing. */
  | 'neck_breaks'
  /** Clothes disappeared, are covered by skin or were invented, or those of the source came along. */
  | 'clothes_break'
  /** Hair ends where its photo did, the old head is still visible, or the completed background shows seams or a rim. */
  | 'edge_breaks'
  /** The light on the head is much harder than in the scene. */
  | 'light_differs';

/** The maximum of each flaw that is accepted. */
export type HeadLimits = Readonly<Record<keyof HeadFlaws, number>>;

/**
 * Limits fitted to 66 pairs of photos that were judged one by one: nearer to the worst accepted pair than to the best
 * rejected one, because swapping only the face costs less than a head that looks pasted on.
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
  harder: 0.25,
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
  { flaw: 'harder', part: 'light_differs' },
];

/** Returns the part whose flaw is furthest beyond its limit; null if none is. */
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
