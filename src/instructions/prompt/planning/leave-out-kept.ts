/** Leaves out of wishes what is to stay: “warmer, but keep my face as it is”. */
import type { InstructionText } from '../../language-words.ts';
import type { WishStep } from '../../live-step.ts';
import { reasons } from '../../rules/reasons.ts';
import { stepRegions } from '../../step.ts';
import type { PromptPart } from '../prompt.ts';
import type { ReadState, ReadWish } from '../reading/read-state.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';
import { covers, isOnlyPart, keptReasons, type Planned, refuseLikeness } from './planned.ts';
import { findRestraint, restrain } from './restrain.ts';

/** What becomes of the wishes of a prompt. */
export interface Lists {
  readonly refuse: (wish: ReadWish, says: InstructionText) => void;
  /** Refuses to keep parts that cannot be left out. */
  readonly refuseKept: (tokens: readonly Token[], says: InstructionText) => void;
  readonly understood: PromptPart[];
  readonly explained: Token[];
  readonly isLive: boolean;
}

/** Excludes the parts to keep from the wishes that would change them, or refuses these wishes. */
export function leaveOutKept(
  planned: readonly Planned[],
  state: ReadState,
  lists: Lists,
): Planned[] {
  let left = restrain(planned, state.kept);
  for (const request of state.kept) {
    const { regions: kept, tokens, isIdentity, isTone = false } = request;
    const likeness = isIdentity ? refuseLikeness(left, request) : null;
    if (likeness !== null) {
      lists.refuseKept(tokens, likeness);
      continue;
    }
    if (
      kept.some((part) => part === 'person' || part === 'face') &&
      keepFaces(left, tokens, lists)
    ) {
      continue;
    }
    if (lists.isLive && !isIdentity && kept.some((part) => part !== 'background')) {
      lists.refuseKept(tokens, reasons.swapped);
      continue;
    }
    if (left.length > 0 && tokens.some((token) => isOf(token, 'object', 'garment'))) {
      lists.refuseKept(tokens, left.some(replacesGround) ? reasons.replaced : reasons.things);
      continue;
    }
    let isPartly = false;
    let isDrawn = false;
    for (const part of kept) {
      left = left.flatMap((plan): Planned[] => {
        const { wish } = plan;
        const { touches, canConfine, topic } = wish.rule;
        const isOutside =
          wish.where !== null && wish.where.region !== part && !covers(wish.where.region, part);
        const isAll = touches.includes('all');
        if (
          (!isAll && !touches.some((touched) => touched === part || covers(touched, part))) ||
          isOutside ||
          (isTone && !wish.rule.needs.some((need) => /^(?:g:|lowlight)/.test(need))) ||
          (isIdentity && !isAll)
        ) {
          return [plan];
        }
        const isFaceOfStyle = topic === 'style' && part !== 'background';
        const region = stepRegions.find(
          (known) => known === (part === 'pronoun' ? 'person' : part),
        );
        if (isAll && canConfine && wish.where === null && region !== undefined && !isFaceOfStyle) {
          const where = { region, isInverted: true };
          const confined = { ...wish, where };
          return [{ ...plan, wish: confined, steps: confine(plan.steps, confined) }];
        }
        if (topic === 'style' && DRAWN_DETAILS.includes(part)) {
          isDrawn = true;
          return [plan];
        }
        if (wish.where?.isInverted === true && wish.where.region === part) {
          return [plan];
        }
        if (isOnlyPart(wish, part, tokens)) {
          isPartly = true;
          return [plan];
        }
        lists.refuse(wish, keptReasons[wish.rule.topic] ?? reasons.kept);
        return [];
      });
    }
    if (isDrawn) {
      // “Watercolour, but keep the eyes sharp”
      lists.refuseKept(tokens, reasons.styled);
      continue;
    }
    const isFeature = isIdentity || isPartly;
    const says = findRestraint(request, left) ?? (isFeature ? reasons.features : reasons.stays);
    lists.understood.push({ words: textOf(tokens), wish: 'keep', says, steps: [] });
    lists.explained.push(...tokens);
  }
  return left;
}

/** Parts that a style of the whole image draws with it. */
const DRAWN_DETAILS = ['eyes', 'lips', 'mouth', 'teeth', 'brows', 'nose', 'cheeks'];

/** Answers a request to keep faces where faces are covered; returns false where none are. */
function keepFaces(planned: readonly Planned[], tokens: readonly Token[], lists: Lists): boolean {
  const covers = planned.flatMap(({ steps }) => steps.filter((step) => step.kind === 'anonymise'));
  if (covers.length === 0) {
    return false;
  }
  if (covers.some(({ who }) => who === undefined)) {
    lists.refuseKept(tokens, reasons.allFaces);
    return true;
  }
  const says = reasons.otherFaces;
  lists.understood.push({ words: textOf(tokens), wish: 'keep', says, steps: [] });
  lists.explained.push(...tokens);
  return true;
}

/** Returns whether a wish puts something else behind people, where no thing stays. */
function replacesGround({ steps }: Planned): boolean {
  return steps.some(({ kind }) => kind.startsWith('background_') && kind !== 'background_blur');
}

/** Confines steps to the part that their wish names. */
export function confine(steps: readonly WishStep[], { where, rule }: ReadWish): WishStep[] {
  return steps.map((step) =>
    where === null || !rule.canConfine
      ? step
      : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rules that can be confined make such steps
        ({ ...step, where } as WishStep),
  );
}
