import { type InstructionLanguage, instructionLanguages } from '../../language-words.ts';
import type { InstructionRule } from '../../rule.ts';
import { reimagineRules } from '../../rules/all-rules.ts';
import { isDone, listRules, ofVideo } from './describe-wishes.ts';
import type { PromptOptions } from '../prompt.ts';

/** Writes a Markdown document of all wishes for images and videos, derived from the rules alone. */
export function documentRules(): string {
  const refused = reimagineRules.filter(({ make }) => make === null);
  return [
    '# Changing pictures and videos by words',
    '',
    'A prompt contains any number of wishes in any order, in everyday English, German or Spanish. Each word with a meaning ends in one of',
    'three lists: done, not offered, and not understood. A prompt without a possible wish is refused before it costs anything.',
    'A wish is done only where every word of its clause is understood; questions and conditions are not done.',
    '`npm run service -- instructions PROMPT` shows how a prompt is read, and with `--diffusion ID` which words are left to that model.',
    '',
    '“only the …”, “except the …” and “keep the …” limit a wish to a part of the picture. “slightly”, “very” and “30 %” set the amount.',
    '“don’t …” and `negative_prompt` withdraw a wish.',
    '',
    '## Offered wishes',
    '',
    'Each line contains examples in English; German; Spanish. Wishes with a star are for pictures only.',
    '',
    ...listOffered({}),
    '',
    '## Understood, but not offered',
    '',
    'If you chose a diffusion model, it does some of these in pictures ([model-packs.md](model-packs.md)).',
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
