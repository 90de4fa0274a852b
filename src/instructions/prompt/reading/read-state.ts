import type { InstructionRule } from '../../rule.ts';
import { type StepArea, type StepRegion, stepRegions } from '../../step.ts';
import type { RuleMatch } from '../clauses/match-rule.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** A wish that the parser has read. */
export interface ReadWish extends RuleMatch {
  readonly where: StepArea | null;
  readonly sentence: number;
  /** Whether it may only state how something is: “my shirt is white”. */
  readonly isStated: boolean;
  /** Whether a wish that is not offered only describes how something is: “my nose looks huge”. */
  readonly isDescription?: boolean;
}

/** Returns whether a wish changes something: it is offered and not denied. */
export function changesImage({ rule, isNegated }: ReadWish): boolean {
  return rule.make !== null && !isNegated;
}

/** A part to keep unchanged, requested on its own. */
export interface KeptPart {
  readonly regions: readonly string[];
  readonly tokens: readonly Token[];
  /** True when the request concerns likeness, natural colours and the like instead of a part. */
  readonly isIdentity: boolean;
  /** True when only the light of a part stays: “the room can stay dark”. */
  readonly isTone?: boolean;
}

/** State of the parser within a prompt. */
export interface ReadState {
  readonly rules: readonly InstructionRule[];
  readonly wishes: ReadWish[];
  readonly kept: KeptPart[];
  /** Targets and verbs that wait for the rest of their wish. */
  carried: readonly Token[];
  /** The last region of the sentence. */
  region: StepRegion | null;
  sentence: number;
  /** The “is” of a clause that complains about the image; “… and grainy” continues the complaint. */
  complaint: Token | null;
  /** Direction (up or down) of the last property such as brightness. */
  way: Token | null;
  /** Adjectives that the prompt began with and that a repair makes defects: “grainy as hell, fix it”. */
  defects: readonly Token[];
  /** Tokens that state why something is asked for. */
  readonly reasons: Token[];
  /** Whether the last clause stated a reason, which “… and grainy” continues. */
  isReason: boolean;
  /** Sentence of a refused wish about one of several people, to which its next clauses belong, too. */
  sided: number;
  /** The image that was named last. */
  picture: Token | null;
  /** The part of the last negated wish: “don’t blur the background, …”. */
  denied: Token | null;
  /** The subject of the last clause without a wish. */
  topic: Token | null;
  /** Whether that clause says how the subject is: “my shirt looks faded”. */
  isTopicStated: boolean;
  /** The part of a wish before that says how it becomes: “the eyes bigger”. */
  predicate: Token | null;
  /** A wish that may be a statement instead: “my eyes are red”. */
  stated: ReadWish | null;
}

/** Creates the state before the first clause. */
export function startReading(rules: readonly InstructionRule[]): ReadState {
  return {
    rules,
    wishes: [],
    kept: [],
    carried: [],
    region: null,
    sentence: 0,
    complaint: null,
    reasons: [],
    defects: [],
    isReason: false,
    sided: -1,
    way: null,
    picture: null,
    denied: null,
    topic: null,
    isTopicStated: false,
    predicate: null,
    stated: null,
  };
}

/** Returns whether the wishes of the sentence change several parts. */
export function changesSeveral({ wishes, sentence }: ReadState): boolean {
  const parts = wishes.flatMap((wish) =>
    wish.sentence === sentence && changesImage(wish)
      ? [wish.where?.region ?? stepRegions.find((name) => wish.rule.touches.includes(name))]
      : [],
  );
  return new Set(parts.filter((part) => part !== undefined)).size > 1;
}

/** Returns whether words name several parts of people. */
export function namesDetails(tokens: readonly Token[]): boolean {
  const details = stepRegions.filter((name) => name !== 'background' && name !== 'person');
  return details.filter((name) => tokens.some((token) => isOf(token, name))).length > 1;
}

/** Adds words to the last wish, if there is one; `where` replaces its area. */
export function extendLastWish(
  { wishes }: ReadState,
  words: readonly Token[],
  where?: StepArea | null,
): void {
  const last = wishes.pop();
  if (last !== undefined) {
    const area = where === undefined ? last.where : where;
    wishes.push({ ...last, used: [...last.used, ...words], where: area });
  }
}

/**
 * Repeats the last wish for another part, where that is possible: “sharpen the eyes and the lips”. Returns whether it
 * is.
 */
export function repeatForPart({ wishes }: ReadState, part: Token): boolean {
  const last = wishes.at(-1);
  const region = stepRegions.find((name) => isOf(part, name));
  const isPossible =
    last !== undefined &&
    last.rule.canConfine &&
    last.rule.make !== null &&
    !last.isNegated &&
    last.where?.isInverted === false &&
    region !== undefined &&
    region !== last.where.region &&
    !last.used.some((token) => isOf(token, 'only', 'except', 'keep'));
  if (isPossible) {
    const effect = last.used.filter((token) => !isOf(token, ...stepRegions));
    wishes.push({
      ...last,
      used: [...effect.map((token) => ({ ...token, text: '', at: [] })), part],
      where: { region, isInverted: false },
    });
  }
  return isPossible;
}
