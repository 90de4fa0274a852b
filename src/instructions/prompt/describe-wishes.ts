import { isOfferedInVideo } from '../step.ts';
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

function isDoneInVideo(example: string): boolean {
  const { steps } = readPrompt(example, { isVideo: true, pictures: 0 });
  return steps.length > 0 && steps.every(isOfferedInVideo);
}
