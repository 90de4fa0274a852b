import { readEnglish, readEnglishSigns } from './english.ts';
import { readByLocale } from './other-languages.ts';

/** A part of a script that is spoken in one go. */
export interface ScriptPiece {
  /** As it is read, in one line. */
  readonly text: string;
  /** Silence after it. */
  readonly pauseMs: number;
}

/** Silence after a paragraph. */
export const PARAGRAPH_PAUSE_MS = 700;
const pauses = { clause: 120, sentence: 350, paragraph: PARAGRAPH_PAUSE_MS } as const;
/** Longer sentences are cut at a clause: memory and delay of a piece grow with its length. */
const MAX_PIECE = 240;
/** Without blanks, as in Chinese, a letter is a syllable. */
const MAX_DENSE_PIECE = 80;

/** A script in pieces, as it is read in a language. Empty when there is nothing that can be spoken. */
export function readScript(script: string, tag: string): ScriptPiece[] {
  return script
    .split(/\n+/)
    .map((paragraph) => readParagraph(paragraph, tag))
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces) => [...pieces.slice(0, -1), endParagraph(pieces)]);
}

function endParagraph(pieces: readonly ScriptPiece[]): ScriptPiece {
  return { text: pieces.at(-1)?.text ?? '', pauseMs: pauses.paragraph };
}

function readParagraph(paragraph: string, tag: string): ScriptPiece[] {
  const isEnglish = tag.startsWith('en');
  const clean = cleanText(isEnglish ? readEnglishSigns(paragraph) : paragraph);
  const read = isEnglish
    ? readEnglish(clean, { dayFirst: tag !== 'en-US' })
    : readByLocale(clean, tag);
  return toSentences(read, tag).flatMap((sentence) =>
    // Letters are made plain before the cut: ㎞ becomes two.
    cutLong(isEnglish ? toPlainLetters(sentence) : sentence).flatMap((part, index, parts) => {
      const text = part.replaceAll(/\s+/g, ' ').trim();
      const pauseMs = index === parts.length - 1 ? pauses.sentence : pauses.clause;
      return /[\p{L}\p{N}]/u.test(text) ? [{ text, pauseMs }] : [];
    }),
  );
}

/** The sentences of a text. A point after a number is that of an ordinal where the language writes them so. */
function toSentences(text: string, tag: string): string[] {
  const sentences: string[] = [];
  let held = '';
  for (const { segment } of new Intl.Segmenter(tag, { granularity: 'sentence' }).segment(text)) {
    held += segment;
    // slow expression: a script has 10,000 characters at most.
    if (tag.startsWith('en') || !/(?<!\d)\d{1,2}\.\s*$/.test(held)) {
      sentences.push(held);
      held = '';
    }
  }
  return held === '' ? sentences : [...sentences, held];
}

/** Takes out what is not heard, and says what punctuation means plainly. */
function cleanText(text: string): string {
  return (
    text
      .normalize('NFC')
      // Letters in disguise: 𝓗𝓮𝓵𝓵𝓸, Ｈｅｌｌｏ, ﬁ, ①, Ⅳ.
      .replaceAll(
        /[\u{1D400}-\u{1D7FF}\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFB00-\uFB06\u2460-\u249B\u2160-\u217F]/gu,
        (sign) => sign.normalize('NFKC'),
      )
      .replaceAll(
        /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\uFE0F/gu,
        (sign) => (/[\d#*©®™]/u.test(sign) ? sign : ' '),
      )
      // Joiners inside words matter in some scripts; other marks without a width do not.
      .replaceAll(/[\u00AD\u200B\u200E\u200F\u2060-\u2064\uFEFF]/g, '')
      .replaceAll(/[\p{Cc}\p{Zs}]+/gu, ' ')
      .replaceAll(/[“”„‟«»]/g, '"')
      .replaceAll(/[‘’‚‛]/g, "'")
      .replaceAll(/…|\.{3,}/g, '. ')
      // slow expression: a script has 10,000 characters at most.
      .replaceAll(/\s{0,9}[—―]\s{0,9}|\s{1,9}[–-]{1,3}\s{1,9}|--+/g, ', ')
      .replaceAll(/([!?])[!?]+/g, (all, first) => (all.includes('?') ? '?' : String(first)))
      .replaceAll(/([,;:])(?:\s*[,;:])+/g, '$1')
      // Markup of the synthesisers and of text processors.
      .replaceAll(/[[\]{}<>|\\^~`*_]+/g, ' ')
      .trim()
  );
}

/** Flite knows the letters of English alone; what cannot be written with them is left out. */
function toPlainLetters(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[łŁ]/g, 'l')
    .normalize('NFKD')
    .replaceAll(/[^\u0020-\u007E]/g, '');
}

function cutLong(sentence: string): string[] {
  // slow expression: a script has 10,000 characters at most.
  return cutText(sentence.trim(), /\S{60}/.test(sentence) ? MAX_DENSE_PIECE : MAX_PIECE);
}

/** A text in parts of at most `limit` characters, cut where a speaker would take breath. */
export function cutText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const head = rest.slice(0, limit);
    const cut =
      lastMatch(head, /[,;:،、，；：)]\s*/g) ??
      lastMatch(head, /\s(?=(?:and|or|but|which|that|because|und|oder|et|ou|y|o|e)\s)/g) ??
      lastMatch(head, /\s/g) ??
      limit;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}

/** Where the last find ends, when it leaves a part worth speaking. */
function lastMatch(text: string, pattern: RegExp): number | null {
  const last = [...text.matchAll(pattern)].at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  return end > text.length / 3 ? end : null;
}
