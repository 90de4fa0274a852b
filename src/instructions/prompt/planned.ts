import type { InstructionText } from '../language-words.ts';
import type { WishStep } from '../live-step.ts';
import type { ReadWish } from './read-state.ts';
import { reasons } from '../rules/reasons.ts';
import { isOf } from './token.ts';

/** A wish with its steps, before all wishes are taken together. */
export interface Planned {
  readonly wish: ReadWish;
  readonly steps: readonly WishStep[];
  /** Wishes with the same key exclude each other. */
  readonly key: string;
}

/**
 * Turns an image upside down only: “it’s upside down, flip it” does not mirror it as well. “Flip it and mirror it” and
 * “rotate it by 180 degrees and flip it” do.
 */
export function flipOnce(planned: readonly Planned[]): Planned[] {
  const half = planned.find(
    ({ wish }) => wish.rule.id === 'turn_half' && !wish.used.some((token) => isOf(token, 'rotate')),
  );
  const flip = planned.find(
    ({ wish }) =>
      wish.rule.id === 'mirror' &&
      wish.sentence === half?.wish.sentence &&
      wish.used.some((token) => isOf(token, 'flip')) &&
      !wish.used.some((token) => isOf(token, 'mirror', 'side')),
  );
  if (half === undefined || flip === undefined) {
    return [...planned];
  }
  const both = { ...half.wish, used: [...half.wish.used, ...flip.wish.used] };
  return planned.flatMap((plan) =>
    plan === flip ? [] : plan === half ? [{ ...half, wish: both }] : [plan],
  );
}

/**
 * Gives a studio wall the colour that the background was to have in the same sentence: “dark grey, like in a studio”; null
 * for other wishes.
 */
export function colourStudio(
  before: Planned,
  after: Pick<Planned, 'wish' | 'steps'>,
): Planned | null {
  const [colour] = before.steps;
  return before.wish.sentence === after.wish.sentence &&
    colour?.kind === 'background_colour' &&
    after.wish.rule.id === 'background_studio' &&
    !after.wish.used.some((token) => isOf(token, 'colour'))
    ? {
        ...before,
        wish: { ...after.wish, used: [...before.wish.used, ...after.wish.used] },
        steps: [{ ...colour, kind: 'background_studio' }],
      }
    : null;
}

/** Returns why the blur of a new background is not done: “put me in an office, blurred”. Null for other wishes. */
export function refuseBlur(
  planned: readonly Planned[],
  { rule }: ReadWish,
): InstructionText | null {
  const hasGround = planned.some(({ steps }) =>
    steps.some(({ kind }) => kind === 'background_scene' || kind === 'background_picture'),
  );
  return hasGround && BLURS.includes(rule.id) ? reasons.newGround : null;
}

const BLURS = ['background_blur', 'background_bokeh'];

/** Refuses a group for which too few images remain, because an image that becomes the background contributes nobody. */
export function leaveOutSmallGroup(
  planned: readonly Planned[],
  pictures: number,
  refuse: (wish: ReadWish, says: InstructionText) => void,
): Planned[] {
  const grounds = planned
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.kind === 'background_picture' ? [step.picture] : []));
  const members = pictures - new Set(grounds).size;
  return planned.filter(({ wish, steps }) => {
    const isSmall = members < 2 && steps.some(({ kind }) => kind === 'group');
    if (isSmall) {
      refuse(wish, reasons.oneGroup);
    }
    return !isSmall;
  });
}
