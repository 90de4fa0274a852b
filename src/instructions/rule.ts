import type { WishStep } from './live-step.ts';
import type { ColourValue } from './colours.ts';
import type { InstructionText } from './language-words.ts';

/** Values that the words of a wish held. */
export interface WishValues {
  /** 0..1; null where none was named. */
  readonly amount: number | null;
  readonly colour: ColourValue | null;
  readonly side: string | null;
  /** Numbers of pictures from 1, in the order they were named. */
  readonly pictures: readonly number[];
  /** Width by height. */
  readonly aspect: number | null;
  readonly quote: string | null;
  readonly isLive: boolean;
  /** All that its words mean. */
  readonly concepts: readonly string[];
}

/** How people ask for it, in each language; every one of them works. */
export type WishExamples = Readonly<Partial<Record<keyof InstructionText, readonly string[]>>>;

/** One thing that may be asked for. Rules know concepts and no language. */
export interface InstructionRule {
  readonly id: string;
  /** Of two wishes about the same the later one counts. */
  readonly topic: string;
  /** Kinds of concepts that have to be in one part of a sentence, in any order; `|` divides those of which one is enough. */
  readonly needs: readonly string[];
  /** Kinds that may stand beside them. */
  readonly may: readonly string[];
  /** Kinds of which nothing may be left over beside it: they say that something else is meant. */
  readonly unless: readonly string[];
  /** What is done, or why it is not and what may be asked instead. */
  readonly says: InstructionText;
  readonly examples: WishExamples;
  /** Whether a part of the picture may be named that it is confined to. */
  readonly canConfine: boolean;
  /** Whether words that are not known may stand between its own: “keep the tulip red”. They are said to be unknown. */
  readonly mayHoldUnknown: boolean;
  /** Parts of people and the background that it changes; `all` is the whole picture. */
  readonly touches: readonly string[];
  /** The steps, or null for what is understood and not offered. */
  readonly make: ((values: WishValues) => readonly WishStep[]) | null;
}
