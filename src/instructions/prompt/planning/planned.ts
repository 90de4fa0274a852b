import type { InstructionText } from '../../language-words.ts';
import type { WishStep } from '../../live-step.ts';
import { changesImage, type KeptPart, type ReadWish } from '../reading/read-state.ts';
import { reasons } from '../../rules/reasons.ts';
import { isSideOfSomebody } from '../doubts/silent-words.ts';
import { targets } from '../tokens/concepts.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, kindOf, textOf, type Token } from '../tokens/token.ts';

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

/** Brightens only the part that a wish is limited to, not all that is dark: “I was backlit, brighten only my face”. */
export function brightenOnce(planned: readonly Planned[]): Planned[] {
  const dark = planned.find(({ steps }) => steps.some(({ kind }) => kind === 'low_light'));
  const limited = planned.find(
    ({ wish, steps }) =>
      wish.used.some((token) => isOf(token, 'only')) &&
      steps.some(
        (step) =>
          step.kind === 'grade' && step.grade === 'brighter' && step.where?.isInverted === false,
      ),
  );
  if (dark === undefined || limited === undefined) {
    return [...planned];
  }
  const wish = { ...limited.wish, used: [...dark.wish.used, ...limited.wish.used] };
  return planned.flatMap((plan) =>
    plan === dark ? [] : plan === limited ? [{ ...limited, wish }] : [plan],
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

function takesColours(step: WishStep): boolean {
  return (
    (step.kind === 'style' && ['pencil', 'neon'].includes(step.style)) ||
    (step.kind === 'grade' && ['black_and_white', 'noir', 'sepia'].includes(step.grade))
  );
}

/** Leaves out wishes that change colours where colours are to stay: “a pencil drawing, but keep the colours”. */
export function leaveOutColourless(
  planned: readonly Planned[],
  kept: readonly KeptPart[],
  refuse: (wish: ReadWish, says: InstructionText) => void,
): Planned[] {
  const isKept = kept.some(
    ({ tokens, regions }) =>
      regions.length === 0 &&
      !tokens.some((token) => isOf(token, ...targets)) &&
      tokens.some((token) => isOf(token, 'keep')) &&
      tokens.some((token) => isOf(token, 'colourword')),
  );
  return planned.filter(({ wish, steps }) => {
    const isColourless =
      isKept &&
      steps.some(
        (step) =>
          (wish.where === null && takesColours(step)) ||
          // “Livelier eyes, leave the colour”
          (step.kind === 'grade' && ['more_saturated', 'less_saturated'].includes(step.grade)),
      );
    if (isColourless) {
      refuse(wish, reasons.kept);
    }
    return !isColourless;
  });
}

/** Puts a low sun without a named side on the side of the other light. */
export function turnSun(planned: readonly Planned[]): Planned[] {
  const side = planned
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.kind === 'relight' ? [step.side] : []))
    .find((from) => from === 'left' || from === 'right');
  return planned.map((plan) =>
    side === undefined || plan.wish.used.some((token) => isOf(token, 'side'))
      ? plan
      : {
          ...plan,
          steps: plan.steps.map((step) => (step.kind === 'golden_hour' ? { ...step, side } : step)),
        },
  );
}

/** Confines a style of people beside a wish for the background: “the background black and white and me as a cartoon”. */
export function confineStyles(planned: readonly Planned[]): Planned[] {
  const grounds = planned.filter(
    ({ wish: { where } }) => where?.region === 'background' && !where.isInverted,
  );
  const where = { region: 'person', isInverted: false } as const;
  return planned.map((plan) =>
    plan.wish.where === null &&
    plan.steps.every(({ kind }) => kind === 'style') &&
    plan.wish.used.some((token) => isOf(token, 'person')) &&
    grounds.some(({ wish }) => wish.sentence === plan.wish.sentence)
      ? {
          ...plan,
          wish: { ...plan.wish, where },
          steps: plan.steps.map((step) => (step.kind === 'style' ? { ...step, where } : step)),
        }
      : plan,
  );
}

/** Smallest parts, which a wish names beside a whole that stays. */
const DETAILS = ['teeth', 'lips', 'undereyes', 'brows', 'clothes'];

/**
 * Returns whether a wish is the exception of a part that stays: “leave my face, only remove the pimples”, “whiter teeth,
 * but keep my face as it is”.
 */
export function isOnlyPart(
  { used, rule }: ReadWish,
  part: string,
  kept: readonly Token[],
): boolean {
  const isDetail =
    used.some((token) => isOf(token, ...DETAILS)) &&
    // “I have bags under my eyes but leave them”
    kept.some(
      (token) =>
        isOf(token, part) && token.at.length > 0 && !grammar.peoplePronouns.test(token.text),
    ) &&
    !kept.some((token) => isOf(token, ...DETAILS));
  return (
    (part === 'face' || (part === 'person' && isDetail)) &&
    (isDetail || used.some((token) => isOf(token, 'only'))) &&
    (isDetail || !rule.touches.includes(part)) &&
    rule.touches.every((touched) => touched === part || covers(part, touched))
  );
}

/** Returns whether a part of a person contains another. */
export function covers(whole: string, part: string): boolean {
  const inFace = ['eyes', 'lips', 'mouth', 'teeth', 'nose', 'brows', 'cheeks', 'skin'];
  return (
    (whole === 'person' && part !== 'background' && part !== 'sky') ||
    (whole === 'face' && inFace.includes(part)) ||
    (part === 'face' && inFace.includes(whole)) ||
    (part === 'person' && !['background', 'all', 'frame'].includes(whole))
  );
}

/** Why wishes of the whole image are not done beside a part that is to stay, by their topics. */
export const keptReasons: Readonly<Record<string, InstructionText>> = {
  time: reasons.keptLight,
  light: reasons.keptLight,
  match: reasons.keptMatch,
};

/** Styles that hardly change faces. */
const GENTLE_STYLES = ['cartoon', 'pencil', 'watercolour', 'tape'];

/** Returns why people may not be recognised although they are to be: “pixel art, but you should still recognise me”. */
export function refuseLikeness(
  planned: readonly Planned[],
  { tokens, regions }: KeptPart,
): InstructionText | null {
  // “Neon, but my face should look normal”
  const isReal =
    regions.length === 0 &&
    grammar.realism.test(textOf(tokens)) &&
    tokens.some((token) => isOf(token, 'face', 'person'));
  if (!isReal && !grammar.recognisable.test(textOf(tokens))) {
    return null;
  }
  const steps = planned.flatMap((plan) => plan.steps);
  const isDrawn = steps.some(
    (step) =>
      step.kind === 'style' &&
      (isReal || !GENTLE_STYLES.includes(step.style)) &&
      (step.where === undefined || step.where.isInverted === (step.where.region === 'background')),
  );
  return steps.some(({ kind }) => kind === 'anonymise')
    ? reasons.covered
    : isDrawn
      ? reasons.styled
      : null;
}

/** Returns whether freckles and lines that are to stay are changed by no wish, because none smooths skin. */
export function staysAnyway({ rule }: ReadWish, wishes: readonly ReadWish[]): boolean {
  const done = wishes.filter(changesImage);
  return (
    rule.id === 'skin_marks_kept' &&
    done.length > 0 &&
    !done.some((wish) => ['skin', 'style', 'anonymise'].includes(wish.rule.topic))
  );
}

/**
 * Removes what no step uses, so that it counts as not understood: the amount of “a slight cartoon”, the side of “picture 2
 * to the left of me” in a group, which has its own order.
 */
export function dropUnused(used: readonly Token[], steps: readonly WishStep[]): readonly Token[] {
  const isStrong = steps.some((step) => 'amount' in step);
  const isGroup = steps.some(({ kind }) => kind === 'group');
  return used.filter(
    (token) =>
      (isStrong ||
        !token.concepts.every((one) => kindOf(one) === 'amount' && one !== 'amount:1')) &&
      !(isGroup && isSideOfSomebody(token)),
  );
}
