import type { WishStep } from '../live-step.ts';
import type { InstructionText } from '../language-words.ts';

/** Words of a prompt and the wish that they express. */
export interface PromptPart {
  /** The words as the user wrote them. */
  readonly words: string;
  /** Name of the wish. */
  readonly wish: string;
  readonly says: InstructionText;
  /** Steps that fulfil the wish; empty for a wish that is not done or that keeps something unchanged. */
  readonly steps: readonly WishStep[];
}

/** A clause of which some wish is not done. */
export interface LeftClause {
  /** The whole clause as the user wrote it. */
  readonly text: string;
  /** Wishes of the clause that are understood but not offered, the same objects as in that list. */
  readonly refused: readonly PromptPart[];
  /** Indices of the clause's unknown words in the list of unknown words. */
  readonly unknown: readonly number[];
  /** Its words that deny, except, keep, lessen or remove something, or call it too much. */
  readonly denials: readonly string[];
}

/** Context of a prompt. */
export interface PromptOptions {
  /** Number of images; 1 by default. */
  readonly pictures?: number | undefined;
  readonly isVideo?: boolean | undefined;
  /**
   * True when the prompt is the instruction of a live swap, which has its own words and wishes and fewer of those of
   * images.
   */
  readonly isLive?: boolean | undefined;
  /** Negative prompt: its wishes are withdrawn. */
  readonly negative?: string | undefined;
}
