import type { WishStep } from '../live-step.ts';
import type { InstructionText } from '../language-words.ts';

/** Words of a prompt and what becomes of them. */
export interface PromptPart {
  /** As they were written. */
  readonly words: string;
  /** Name of the wish. */
  readonly wish: string;
  readonly says: InstructionText;
  /** Those that it is done by; none for what is not done, or stays anyway. */
  readonly steps: readonly WishStep[];
}

/** A part of a sentence of which something is not done. */
export interface LeftClause {
  /** All of it, as it was written. */
  readonly text: string;
  /** Its wishes that are understood and not offered, as they are in that list. */
  readonly refused: readonly PromptPart[];
  /** Its words that are not understood, by their place in that list. */
  readonly unknown: readonly number[];
}

/** What a prompt is about. */
export interface PromptOptions {
  /** How many pictures there are; by default one. */
  readonly pictures?: number | undefined;
  readonly isVideo?: boolean | undefined;
  /** Whether it is the instruction of a live swap, which has words and wishes of its own and fewer of those of pictures. */
  readonly isLive?: boolean | undefined;
  /** What is to be avoided: takes wishes back. */
  readonly negative?: string | undefined;
}
