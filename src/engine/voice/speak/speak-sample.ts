import sentences from '../../../../resources/voices/sentences.json' with { type: 'json' };
import type { CatalogueVoice } from '../catalogue.ts';
import { toBase } from '../language/language-hint.ts';

/** Minimum length in characters; shorter sentences are joined with the next one. */
const fewChars = 40;
/** Maximum length in characters: some 15 seconds. */
const maxChars = 240;

/** Sample text for languages without a sentence, such as those only a user's model speaks. */
const numbers = '1, 2, 3, 4, 5, 6, 7.';

const byBase: Readonly<Record<string, string>> = sentences;

/** Returns the sample sentence of a voice's language. */
export function sampleSentence({ tag }: Pick<CatalogueVoice, 'tag'>): string {
  return byBase[toBase(tag)] ?? numbers;
}

/** Returns the beginning of a script as a sample: its first sentence, or several short ones. */
export function cutBeginning(script: string, tag: string): string {
  let beginning = '';
  for (const { segment } of new Intl.Segmenter(tag, { granularity: 'sentence' }).segment(script)) {
    beginning += segment;
    if (beginning.trim().length >= fewChars) {
      break;
    }
  }
  return cutWords(beginning.trim());
}

/** Cuts at a space, or inside a word where there are none. */
function cutWords(text: string): string {
  if (text.length <= maxChars) {
    return text;
  }
  const head = text.slice(0, maxChars);
  const end = head.lastIndexOf(' ');
  return end > maxChars / 2 ? head.slice(0, end) : Array.from(head).slice(0, -1).join('');
}
