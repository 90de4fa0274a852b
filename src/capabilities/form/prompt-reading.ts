import type { amountOf, removeWish, setWishAmount } from '../../instructions/prompt/change-wish.ts';
import type { InstructionLanguage } from '../../instructions/language-words.ts';
import type { leaveToModel } from '../../instructions/prompt/leave-to-model.ts';
import type { PromptOptions } from '../../instructions/prompt/prompt.ts';
import type { readWishes } from '../../instructions/prompt/read-prompt.ts';

/** A wish that is shown with a picture. */
export interface PromptExample {
  /** Name of the wish. */
  readonly id: string;
  /** What may be said for it. */
  readonly words: string;
  /** Where its picture lies in the strip of all, 0 (the first) to 1 (the last). */
  readonly place: number;
}

/** What reads prompts, and examples of what can be asked in a language. */
export interface PromptReader {
  readonly read: typeof readWishes;
  readonly remove: typeof removeWish;
  readonly setAmount: typeof setWishAmount;
  readonly amountOf: typeof amountOf;
  /** What a model of the user does of what was read. */
  readonly leave: typeof leaveToModel;
  suggest(language: InstructionLanguage, options: PromptOptions): string;
  /** Wishes with a picture, of what is done there. */
  examples(language: InstructionLanguage, options: PromptOptions): readonly PromptExample[];
}

/** Few enough to be read while one types. */
const SUGGESTIONS = 5;

/** Fetches the words and rules; they are large and only wanted where somebody writes a prompt. */
export async function loadPromptReader(): Promise<PromptReader> {
  const { readWishes } = await import('../../instructions/prompt/read-prompt.ts');
  const { leaveToModel } = await import('../../instructions/prompt/leave-to-model.ts');
  const changes = await import('../../instructions/prompt/change-wish.ts');
  const { describeWishes, listExamples } =
    await import('../../instructions/prompt/describe-wishes.ts');
  return {
    read: readWishes,
    remove: changes.removeWish,
    setAmount: changes.setWishAmount,
    amountOf: changes.amountOf,
    leave: leaveToModel,
    examples: listExamples,
    suggest: (language, options) =>
      describeWishes(language, options).split('; ').slice(0, SUGGESTIONS).join(', '),
  };
}
