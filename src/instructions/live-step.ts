import type { GradeName, ReimagineStep } from './step.ts';

/** Part of a character that a live swap shows; with `talk` the image of the character speaks by itself. */
export type LiveModeName = 'face' | 'head' | 'body' | 'talk';

/** Steps that only live swaps do. */
export type LiveStep =
  /** Swaps the person, which a live swap does in any case. */
  | { readonly kind: 'swap' }
  /** Null chooses the mode by the image of the character. */
  | { readonly kind: 'mode'; readonly mode: LiveModeName | null }
  /** The built-in character has this trait of `characters.json`. */
  | { readonly kind: 'trait'; readonly trait: string }
  | { readonly kind: 'background_keep' }
  | { readonly kind: 'plain_look' }
  /** Cover that is shown while the face is lost. */
  | { readonly kind: 'cover'; readonly cover: 'card' | 'blur' }
  | { readonly kind: 'full_strength' };

/** A step that fulfils a wish. */
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

/** Returns whether a step applies to images and videos. */
export function isReimagineStep(step: WishStep): step is ReimagineStep {
  return !LIVE_KINDS.has(step.kind);
}

/** Grades that live swaps offer. */
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

/** The name of a grade in {@link liveGrades}. */
export type LiveGrade = (typeof liveGrades)[number];

/** Finds the grade of a live swap by its name; null for grades that live swaps do not offer. */
export function findLiveGrade(name: GradeName): LiveGrade | null {
  return liveGrades.find((grade) => grade === name) ?? null;
}

/** Returns whether live swaps do a step: only grades that need no network, and only on the whole frame. */
export function isOfferedLive(step: WishStep): boolean {
  return (
    !isReimagineStep(step) ||
    step.kind === 'background_blur' ||
    step.kind === 'background_colour' ||
    (step.kind === 'grade' && step.where === undefined && findLiveGrade(step.grade) !== null)
  );
}
