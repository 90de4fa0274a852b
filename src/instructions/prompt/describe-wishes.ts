import type { InstructionLanguage } from '../language-words.ts';
import { readPrompt } from './read-prompt.ts';
import { reimagineRules } from '../rules/all-rules.ts';

/** One example of everything that can be asked for, in the language of a prompt, for a sentence. */
export function describeWishes(language: InstructionLanguage, isVideo: boolean): string {
  const examples = reimagineRules
    .filter(({ make }) => make !== null)
    .flatMap(({ examples: known }) => (known[language] ?? known.en ?? []).slice(0, 1));
  const offered = isVideo ? examples.filter(isDoneInVideo) : examples;
  return [...new Set(offered)].join('; ');
}

/** Whether an example of what can be asked for is done in videos, too. */
export function isDoneInVideo(example: string): boolean {
  return readPrompt(example, { isVideo: true, pictures: 0 }).steps.length > 0;
}
