import sentences from '../../../../resources/voices/sentences.json' with { type: 'json' };
import type { CatalogueVoice } from '../catalogue.ts';
import { baseOf } from '../language/language-hint.ts';

/** A sentence that is shorter is heard with the next one. */
const fewChars = 40;
/** Some 15 seconds, however long the sentence is. */
const mostChars = 240;

/** Every language reads them, also one that only a model of the user speaks. */
const numbers = '1, 2, 3, 4, 5, 6, 7.';

const byBase: Readonly<Record<string, string>> = sentences;

/** What every voice of a language says to be compared with the others of it. */
export function sampleSentence({ tag }: Pick<CatalogueVoice, 'tag'>): string {
  return byBase[baseOf(tag)] ?? numbers;
}

/** The beginning of a script that tells how it will sound: its first sentence, or its first few short ones. */
export function beginningOf(script: string, tag: string): string {
  let beginning = '';
  for (const { segment } of new Intl.Segmenter(tag, { granularity: 'sentence' }).segment(script)) {
    beginning += segment;
    if (beginning.trim().length >= fewChars) {
      break;
    }
  }
  return cutWords(beginning.trim());
}

/** Cut after a word, or inside of one where there are no blanks. */
function cutWords(text: string): string {
  if (text.length <= mostChars) {
    return text;
  }
  const head = text.slice(0, mostChars);
  const end = head.lastIndexOf(' ');
  return end > mostChars / 2 ? head.slice(0, end) : Array.from(head).slice(0, -1).join('');
}
