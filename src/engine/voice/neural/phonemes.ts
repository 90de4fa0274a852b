import start from '@echogarden/espeak-ng-emscripten';
import { AppError } from '../../../base/errors.ts';

/** Clause of a text. */
export interface SpokenClause {
  /** Words as IPA sounds with stress and length marks. */
  readonly words: readonly (readonly string[])[];
  /** Punctuation at its end: one of `. , ; : ! ?`, or empty. */
  readonly mark: string;
}

/** Converts text to phonemes. Calls must not overlap. */
export interface Phonemizer {
  /** Throws `processing_failed` when the reader does not exist, or nothing in the text can be spoken. */
  toClauses(text: string, reader: string): readonly SpokenClause[];
}

/** Maps punctuation of other scripts to the marks that the networks know. */
const plainMarks: Readonly<Record<string, string>> = {
  '。': '.',
  '，': ',',
  '、': ',',
  '；': ';',
  '：': ':',
  '！': '!',
  '？': '?',
  '؟': '?',
  '،': ',',
  '؛': ';',
  '।': '.',
  '…': '.',
};

const anyMark = /[。，、；：！？؟،؛।…]/gu;
/** Punctuation at the end of a clause: followed by white space or the end of the text. */
const clauseEnd = /([.,;:!?]{1,9})["')\]]{0,9}(?:\s+|$)/g;

/** Opens eSpeak NG as the phonemiser of neural voices. */
export async function openPhonemizer(): Promise<Phonemizer> {
  const { eSpeakNGWorker: Synthesiser } = await start();
  const synthesiser = new Synthesiser();
  return {
    toClauses(text, reader) {
      // Some voices are found only by file, some only by language.
      if (synthesiser.set_voice(reader) !== 0 && synthesiser.set_voice('', reader) !== 0) {
        throw new AppError('processing_failed', `eSpeak NG has no voice ${reader} to read with.`);
      }
      const clauses = cutClauses(text).map(({ text: clause, mark }) => ({
        words: toWords(synthesiser.synthesize_ipa(clause).ipa),
        mark,
      }));
      const spoken = clauses.filter(({ words }) => words.length > 0);
      if (spoken.length === 0) {
        throw new AppError('processing_failed', 'There is nothing to say in a sentence.');
      }
      return spoken;
    },
  };
}

/** Splits at punctuation; full stops inside a sentence belong to abbreviations and numbers. */
function cutClauses(text: string): { readonly text: string; readonly mark: string }[] {
  const plain = text.replaceAll(anyMark, (mark) => `${plainMarks[mark] ?? mark} `).trim();
  const clauses: { text: string; mark: string }[] = [];
  let from = 0;
  for (const { 0: all, 1: marks = '', index } of plain.matchAll(clauseEnd)) {
    const end = index + all.length;
    const mark = marks.at(-1) ?? '';
    if (mark !== '.' || end === plain.length) {
      clauses.push({ text: plain.slice(from, index), mark });
      from = end;
    }
  }
  return from < plain.length ? [...clauses, { text: plain.slice(from), mark: '' }] : clauses;
}

/** Splits IPA with `_` between sounds into words, without markers of foreign words. */
function toWords(ipa: string): readonly (readonly string[])[] {
  return ipa
    .replaceAll(/\([a-z-]+\)/g, '')
    .split(/\s+/)
    .map((word) => word.split('_').filter((sound) => sound !== ''))
    .filter((word) => word.length > 0);
}

/** Joins a clause to a line of IPA: `vˈɛlt.` */
export function toLine({ words, mark }: SpokenClause): string {
  return words.map((word) => word.join('')).join(' ') + mark;
}
