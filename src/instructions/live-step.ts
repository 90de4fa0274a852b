import type { GradeName, ReimagineStep } from './step.ts';

/** What of a character live swaps show; `talk`: its picture speaks by itself. */
export type LiveModeName = 'face' | 'head' | 'body' | 'talk';

/** What only live swaps do. */
export type LiveStep =
  /** Swaps, as a live swap does anyway. */
  | { readonly kind: 'swap' }
  /** Null leaves it to the picture of the character. */
  | { readonly kind: 'mode'; readonly mode: LiveModeName | null }
  /** The built-in character has this trait, of `characters.json`. */
  | { readonly kind: 'trait'; readonly trait: string }
  | { readonly kind: 'background_keep' }
  | { readonly kind: 'plain_look' }
  /** What is shown when the face is lost. */
  | { readonly kind: 'cover'; readonly cover: 'card' | 'blur' }
  | { readonly kind: 'full_strength' };

/** What a wish is done by. */
export type WishStep = ReimagineStep | LiveStep;

const LIVE_KINDS: ReadonlySet<string> = new Set<LiveStep['kind']>([
  'swap',
  'mode',
  'trait',
  'background_keep',
  'plain_look',
  'cover',
  'full_strength',
]);

/** Whether a step is one of pictures and videos. */
export function isPictureStep(step: WishStep): step is ReimagineStep {
  return !LIVE_KINDS.has(step.kind);
}

/** The looks that a live swap has. */
export const liveGrades = [
  'brighter',
  'darker',
  'more_contrast',
  'less_contrast',
  'warmer',
  'cooler',
  'more_saturated',
  'less_saturated',
  'black_and_white',
  'noir',
  'sepia',
  'vintage',
] as const satisfies readonly GradeName[];

/** A look that {@link liveGrades} names. */
export type LiveGrade = (typeof liveGrades)[number];

/** The look of a live swap by its name; null for those that it has not. */
export function findLiveGrade(name: GradeName): LiveGrade | null {
  return liveGrades.find((grade) => grade === name) ?? null;
}

/** Whether a live swap does a step: of looks those that are no network's work, and none in a part of the picture alone. */
export function isOfferedLive(step: WishStep): boolean {
  return (
    !isPictureStep(step) ||
    step.kind === 'background_blur' ||
    step.kind === 'background_colour' ||
    (step.kind === 'grade' && step.where === undefined && findLiveGrade(step.grade) !== null)
  );
}
