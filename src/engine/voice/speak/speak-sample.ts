import sentences from '../../../../resources/voices/sentences.json' with { type: 'json' };
import { InvariantError } from '../../../base/errors.ts';
import type { CatalogueVoice } from '../catalogue.ts';
import { baseOf } from '../language/language-hint.ts';

/** A sentence that is shorter is heard with the next one. */
const fewChars = 40;
/** Some 15 seconds, however long the sentence is. */
const mostChars = 240;

const byBase: Readonly<Record<string, string>> = sentences;

/** What every voice of a language says to be compared with the others of it. */
export function sampleSentence({ tag }: Pick<CatalogueVoice, 'tag'>): string {
  const sentence = byBase[baseOf(tag)];
  if (sentence === undefined) {
    throw new InvariantError(`There is no sentence to hear ${tag} with.`);
  }
  return sentence;
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
