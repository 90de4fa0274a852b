import start from '@echogarden/espeak-ng-emscripten';
import { AppError } from '../../../base/errors.ts';

/** A part of a text that is said in one breath. */
export interface SpokenClause {
  /** In IPA with marks of stress and length, words by blanks. */
  readonly ipa: string;
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
const clauseEnd = /([.,;:!?]+)["')\]]*(?:\s+|$)/g;

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
        ipa: cleanIpa(synthesiser.synthesize_ipa(clause).ipa),
        mark,
      }));
      const heard = clauses.filter(({ ipa }) => ipa !== '');
      if (heard.length === 0) {
        throw new AppError('processing_failed', 'There is nothing to say in a sentence.');
      }
      return heard;
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

/** Without marks between phones, and without those that tell of a word of another language. */
function cleanIpa(ipa: string): string {
  return ipa
    .replaceAll(/\([a-z-]+\)/g, '')
    .replaceAll('_', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
