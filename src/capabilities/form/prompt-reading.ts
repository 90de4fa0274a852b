import type {
  acceptProposal,
  amountOf,
  removeWish,
  setWishAmount,
} from '../../instructions/prompt/wishes/change-wish.ts';
import type { InstructionLanguage } from '../../instructions/language-words.ts';
import type { leaveToModel } from '../../instructions/prompt/wishes/leave-to-model.ts';
import type { proposeWishes } from '../../instructions/prompt/wishes/propose-wishes.ts';
import type { PromptOptions } from '../../instructions/prompt/prompt.ts';
import type { readWishes } from '../../instructions/prompt/read-prompt.ts';

/** Example of a prompt, with an image. */
export interface PromptExample {
  /** Id of the request. */
  readonly id: string;
  /** Wording of the request. */
  readonly words: string;
  /** Position of its image in the strip, 0 (first) to 1 (last). */
  readonly place: number;
}

/** Parser of prompts, and examples of possible requests in a language. */
export interface PromptReader {
  readonly read: typeof readWishes;
  readonly remove: typeof removeWish;
  readonly setAmount: typeof setWishAmount;
  readonly amountOf: typeof amountOf;
  /** Selects the requests that the user's model has to apply. */
  readonly leave: typeof leaveToModel;
  /** Lists words to write instead of clauses that are not understood. */
  readonly propose: typeof proposeWishes;
  readonly accept: typeof acceptProposal;
  suggest(language: InstructionLanguage, options: PromptOptions): string;
  /** Examples with an image of their effect. */
  examples(language: InstructionLanguage, options: PromptOptions): readonly PromptExample[];
}

/** Number of suggestions, few enough to read while typing. */
const SUGGESTIONS = 5;

/** Number of readings that are remembered: those of the prompts on a screen, and of the one typed before. */
const REMEMBERED = 8;

/** Remembers readings by prompt and options: a form asks for the same one several times with each key that is typed. */
function rememberReadings(read: PromptReader['read']): PromptReader['read'] {
  const known = new Map<string, ReturnType<PromptReader['read']>>();
  return (prompt, options) => {
    const key = `${JSON.stringify(options)} ${prompt}`;
    const found = known.get(key) ?? read(prompt, options);
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) {
      known.delete(oldest);
    }
    return found;
  };
}

/** Remembers the proposals of a reading; finding them takes up to a hundred further ones. */
function rememberProposals(propose: PromptReader['propose']): PromptReader['propose'] {
  const known = new WeakMap<object, ReturnType<PromptReader['propose']>>();
  return (prompt, read, options) => {
    const found = known.get(read) ?? propose(prompt, read, options);
    known.set(read, found);
    return found;
  };
}

/** Loads the words and rules on demand; they are large and only needed for prompts. */
export async function loadPromptReader(): Promise<PromptReader> {
  const { readWishes } = await import('../../instructions/prompt/read-prompt.ts');
  const { leaveToModel } = await import('../../instructions/prompt/wishes/leave-to-model.ts');
  const changes = await import('../../instructions/prompt/wishes/change-wish.ts');
  const { proposeWishes } = await import('../../instructions/prompt/wishes/propose-wishes.ts');
  const { describeWishes, listExamples } =
    await import('../../instructions/prompt/wishes/describe-wishes.ts');
  return {
    read: rememberReadings(readWishes),
    remove: changes.removeWish,
    setAmount: changes.setWishAmount,
    amountOf: changes.amountOf,
    leave: leaveToModel,
    propose: rememberProposals(proposeWishes),
    accept: changes.acceptProposal,
    examples: listExamples,
    suggest: (language, options) =>
      describeWishes(language, options).split('; ').slice(0, SUGGESTIONS).join(', '),
  };
}
