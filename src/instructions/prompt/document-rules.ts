import { type InstructionLanguage, instructionLanguages } from '../language-words.ts';
import type { InstructionRule } from '../rule.ts';
import { reimagineRules } from '../rules/all-rules.ts';
import { isDone, listRules, ofVideo } from './describe-wishes.ts';
import type { PromptOptions } from './prompt.ts';

/** Writes a Markdown document of all wishes for images and videos, derived from the rules alone. */
export function documentRules(): string {
  const refused = reimagineRules.filter(({ make }) => make === null);
  return [
    '# Changing pictures and videos by words',
    '',
    'Wishes are written as one would say them, in English, German or Spanish, any number of them in any order. Each word that says',
    'something ends in one of three lists: what is done, what is understood and not offered, and what is not understood. A prompt of which',
    'nothing can be done is refused before it costs anything. `npm run service -- instructions PROMPT` shows how one is read, and with',
    '`--diffusion ID` what is left to that model.',
    '',
    '“only the …”, “except the …” and “keep the …” say where. “slightly”, “very” and “30 %” say how much. “don’t …” takes a wish back, and so',
    'does `negative_prompt`.',
    '',
    '## What can be asked for',
    '',
    'Each wish with what may be said for it in English; German; Spanish. Those with a star are for pictures and not for videos.',
    '',
    ...listOffered({}),
    '',
    '## What is understood and not done',
    '',
    'In pictures a diffusion model of yours does some of it, where one is chosen ([model-packs.md](model-packs.md)).',
    '',
    ...new Set(refused.map(({ says }) => `- ${says.en}`)),
    '',
  ].join('\n');
}

/** Returns a line for each offered effect with its examples. A star marks effects of images that videos do not have. */
export function listOffered(options: PromptOptions): string[] {
  return [...Map.groupBy(listRules(options), ({ says }) => says.en)]
    .map(([says, rules]) => toLine(says, rules, options))
    .filter((line) => line !== null);
}

/** Returns one line for all rules of the same effect; null where none of them has an example that is offered. */
function toLine(
  says: string,
  rules: readonly InstructionRule[],
  options: PromptOptions,
): string | null {
  const list = (language: InstructionLanguage): string[] =>
    rules
      .flatMap(({ examples }) => examples[language] ?? [])
      .filter((example) => isDone(example, options));
  const [first] = list('en');
  const languages = instructionLanguages
    .map((language) =>
      list(language)
        .map((example) => `“${example}”`)
        .join(', '),
    )
    .filter((examples) => examples !== '');
  const isStarred = options.isLive !== true && first !== undefined && !isDone(first, ofVideo);
  return first === undefined ? null : `- ${says}${isStarred ? '*' : ''} ${languages.join('; ')}`;
}
