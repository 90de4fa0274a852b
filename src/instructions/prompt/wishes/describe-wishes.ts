import type { InstructionLanguage } from '../../language-words.ts';
import type { InstructionRule } from '../../rule.ts';
import { reimagineRules } from '../../rules/all-rules.ts';
import { liveRules } from '../../rules/live.ts';
import { shownExamples } from '../../rules/shown-examples.ts';
import type { PromptOptions } from '../prompt.ts';
import { readWishes } from '../read-prompt.ts';

/** Describes everything that a prompt may ask for by one example each, in the language of the prompt. */
export function describeWishes(language: InstructionLanguage, options: PromptOptions): string {
  const examples = listRules(options).flatMap(({ examples: known }) =>
    (known[language] ?? known.en ?? []).slice(0, 1),
  );
  return [...new Set(examples)].filter((example) => isDone(example, options)).join('; ');
}

/** Lists examples for the wishes that are shown with an image; `place` is the position in the strip of all, 0..1. */
export function listExamples(
  language: InstructionLanguage,
  options: PromptOptions,
): { readonly id: string; readonly words: string; readonly place: number }[] {
  const rules = listRules(options);
  return shownExamples.flatMap((id, index) => {
    const examples = rules.find((rule) => rule.id === id)?.examples;
    const words = (examples?.[language] ?? examples?.en ?? [])[0];
    const place = index / (shownExamples.length - 1);
    return words !== undefined && isDone(words, options) ? [{ id, words, place }] : [];
  });
}

/** Lists the rules that are offered, in the order of the documentation. */
export function listRules({ isLive = false }: PromptOptions): readonly InstructionRule[] {
  return (isLive ? liveRules : reimagineRules).filter(({ make }) => make !== null);
}

/** Returns whether the example of a wish is offered with these options, whatever number of images is sent. */
export function isDone(example: string, options: PromptOptions): boolean {
  return readWishes(example, { pictures: MAX_PICTURES, ...options }).steps.length > 0;
}

const MAX_PICTURES = 4;

/** Options of a video, which has no further images. */
export const ofVideo: PromptOptions = { isVideo: true, pictures: 0 };
