/**
 * Removes a wish from a prompt, changes its amount or takes a proposal over by rewriting the text. The new text is parsed
 * again and accepted only where all other wishes are read as before.
 */
import { grammar } from '../tokens/grammar.ts';
import type { PromptOptions, PromptPart } from '../prompt.ts';
import type { PromptProposal } from './propose-wishes.ts';
import { readWishes } from '../read-prompt.ts';

/** Returns the prompt without one of its wishes; null where no such text leaves the other wishes unchanged. */
export function removeWish(
  prompt: string,
  part: PromptPart,
  options: PromptOptions,
): string | null {
  const others = readWishes(prompt, options).understood.filter(({ words }) => words !== part.words);
  const cut = [cutSpan(prompt, part.words), cutWords(prompt, part.words)];
  return choose([...cut, joinWishes(others)], describe(others), options);
}

/**
 * Returns the prompt with the words of a proposal instead of its clause; null where no such text is read as both that wish
 * and the others.
 */
export function acceptProposal(
  prompt: string,
  { clause, part }: PromptProposal,
  options: PromptOptions,
): string | null {
  const { understood } = readWishes(prompt, options);
  const inPlace = prompt.replace(clause, () => part.words);
  const apart = `${part.words}. ${tidy(prompt.replace(clause, ''))}`;
  const wanted = [...understood, part].flatMap(({ steps }) =>
    steps.map((step) => JSON.stringify(step)),
  );
  return (
    [inPlace, apart].find((text) => {
      const steps = readWishes(text, options).steps.map((step) => JSON.stringify(step));
      return steps.length === wanted.length && wanted.every((step) => steps.includes(step));
    }) ?? null
  );
}

/** Returns the amount of a wish, 0..1; null where it has no amount. */
export function amountOf({ steps }: Pick<PromptPart, 'steps'>): number | null {
  const step = steps.find((one) => 'amount' in one);
  return step !== undefined && 'amount' in step ? step.amount : null;
}

/**
 * Returns the prompt with another amount (0..1) of one wish; null where no such text leaves the other wishes unchanged.
 */
export function setWishAmount(
  prompt: string,
  part: PromptPart,
  { amount, options }: { readonly amount: number; readonly options: PromptOptions },
): string | null {
  const percent = Math.round(amount * 100);
  const { understood } = readWishes(prompt, options);
  const bare = part.words.replace(/\d{1,4}\s?%\s{0,2}/, '');
  const wanted = understood.map((other) =>
    other.words === part.words
      ? { ...other, words: `${percent} % ${bare}`, steps: withAmount(other.steps, percent / 100) }
      : other,
  );
  const inPlace = prompt.includes(part.words)
    ? prompt.replace(part.words, () => `${percent} % ${bare}`)
    : prompt;
  return choose([inPlace, joinWishes(wanted)], describe(wanted), options);
}

function withAmount(steps: PromptPart['steps'], amount: number): PromptPart['steps'] {
  return steps.map((step) => ('amount' in step ? { ...step, amount } : step));
}

function choose(prompts: readonly string[], wanted: string, options: PromptOptions): string | null {
  return (
    prompts.find((prompt) => describe(readWishes(prompt, options).understood) === wanted) ?? null
  );
}

function describe(parts: readonly Pick<PromptPart, 'steps'>[]): string {
  return JSON.stringify(parts.flatMap(({ steps }) => steps));
}

function joinWishes(parts: readonly Pick<PromptPart, 'words'>[]): string {
  return parts.map(({ words }) => words).join(', ');
}

/** Cuts everything from the first to the last of some words. */
function cutSpan(prompt: string, words: string): string {
  const all = words.split(' ');
  let at = 0;
  const starts = all.map((word) => {
    at = prompt.indexOf(word, at);
    return at;
  });
  const [start = -1] = starts;
  const end = (starts.at(-1) ?? 0) + (all.at(-1)?.length ?? 0);
  return starts.includes(-1) ? prompt : tidy(prompt.slice(0, start) + prompt.slice(end));
}

/** Cuts words in their order, along with the “and” or comma that would be left over. */
function cutWords(prompt: string, words: string): string {
  let at = 0;
  let left = prompt;
  for (const word of words.split(' ')) {
    const found = left.indexOf(word, at);
    if (found >= 0) {
      left = left.slice(0, found) + left.slice(found + word.length);
      at = found;
    }
  }
  return tidy(left);
}

function tidy(left: string): string {
  return left
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:\s?,)+/g, ',')
    .replace(grammar.dangling, '')
    .replaceAll(grammar.conjunctions, ', ')
    .replaceAll(/^[\s,]{1,4}|[\s,]{1,4}$/g, '');
}
