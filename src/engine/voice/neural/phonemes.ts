import start from '@echogarden/espeak-ng-emscripten';
import { AppError } from '../../../base/errors.ts';

/** A part of a text that is said in one breath. */
export interface SpokenClause {
  /** Words as their sounds, each in IPA with its marks of stress and length. */
  readonly words: readonly (readonly string[])[];
  /** What ends it: one of `. , ; : ! ?`, or nothing. */
  readonly mark: string;
}

/** Says how texts sound. For one caller at a time. */
export interface Phonemizer {
  /** Throws `processing_failed` when there is no such reader, or nothing of the text can be said. */
  toClauses(text: string, reader: string): readonly SpokenClause[];
}

/** Marks of other writings, as the networks learned them. */
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
/** A mark that ends a part of a text: with a blank behind it, or at its end. */
const clauseEnd = /([.,;:!?]{1,9})["')\]]{0,9}(?:\s+|$)/g;

/** eSpeak NG as the reader of networks that speak. */
export async function openPhonemizer(): Promise<Phonemizer> {
  const { eSpeakNGWorker: Synthesiser } = await start();
  const synthesiser = new Synthesiser();
  return {
    toClauses(text, reader) {
      // Some are known by their file alone, some by their language alone.
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

/** Cuts at marks; points inside of a sentence belong to abbreviations and numbers. */
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

/** Words of a line in which `_` stands between sounds, without marks of words of another language. */
function toWords(ipa: string): readonly (readonly string[])[] {
  return ipa
    .replaceAll(/\([a-z-]+\)/g, '')
    .split(/\s+/)
    .map((word) => word.split('_').filter((sound) => sound !== ''))
    .filter((word) => word.length > 0);
}

/** The IPA of a part of a text as a line: `vˈɛlt.` */
export function toLine({ words, mark }: SpokenClause): string {
  return words.map((word) => word.join('')).join(' ') + mark;
}
