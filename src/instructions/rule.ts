import type { WishStep } from './live-step.ts';
import type { ColourValue } from './colours.ts';
import type { InstructionText } from './language-words.ts';

/** Values that the words of a wish contain. */
export interface WishValues {
  /** 0..1; null where none was named. */
  readonly amount: number | null;
  readonly colour: ColourValue | null;
  readonly side: string | null;
  /** Numbers of the named images, from 1, in the order of the prompt. */
  readonly pictures: readonly number[];
  /** Width by height. */
  readonly aspect: number | null;
  readonly quote: string | null;
  readonly isLive: boolean;
  /** All concepts of its words. */
  readonly concepts: readonly string[];
}

/** Phrases of a wish in each language; a test reads every one of them. */
export type WishExamples = Readonly<Partial<Record<keyof InstructionText, readonly string[]>>>;

/** One effect that a prompt may ask for. Rules use concepts and are independent of languages. */
export interface InstructionRule {
  readonly id: string;
  /** Topic of the effect. Of two wishes with the same topic the later one counts. */
  readonly topic: string;
  /** Kinds of concepts that one clause must contain, in any order; `|` separates alternatives. */
  readonly needs: readonly string[];
  /** Kinds of concepts that may accompany them and are consumed as well. */
  readonly may: readonly string[];
  /** Kinds of concepts that forbid the rule when they are left over, because they change the meaning. */
  readonly unless: readonly string[];
  /** Description of the effect, or the reason why it is not done and alternatives to ask for. */
  readonly says: InstructionText;
  readonly examples: WishExamples;
  /** True when the effect can be confined to a named part of the image. */
  readonly canConfine: boolean;
  /**
   * True when unknown words may stand between the words of the rule, as in “keep the tulip red”. They are reported as
   * unknown.
   */
  readonly mayHoldUnknown: boolean;
  /** Parts of people and the background that the effect changes; `all` is the whole image. */
  readonly touches: readonly string[];
  /** Makes the steps; null for a wish that is understood but not offered. */
  readonly make: ((values: WishValues) => readonly WishStep[]) | null;
}
