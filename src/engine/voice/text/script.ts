import { readEnglish, readEnglishSigns } from './english.ts';
import { readByLocale } from './other-languages.ts';

/** Part of a script that is synthesised at once. */
export interface ScriptPiece {
  /** Text with numbers and abbreviations in words, in one line. */
  readonly text: string;
  /** Silence after the part. */
  readonly pauseMs: number;
}

/** Silence after a paragraph. */
export const PARAGRAPH_PAUSE_MS = 700;
const pauses = { clause: 120, sentence: 350, paragraph: PARAGRAPH_PAUSE_MS } as const;
/** Maximum length in characters; longer sentences are cut at a clause, because memory and delay grow with length. */
const MAX_PIECE = 240;
/** Maximum length in scripts without spaces, such as Chinese, where a character is a syllable. */
const MAX_DENSE_PIECE = 80;

/** Splits a script into parts as they are spoken in a language. Empty when nothing can be spoken. */
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
    // ASCII conversion precedes the cut, because it changes lengths: ㎞ becomes two letters.
    cutLong(isEnglish ? toPlainLetters(sentence) : sentence).flatMap((part, index, parts) => {
      const text = part.replaceAll(/\s+/g, ' ').trim();
      const pauseMs = index === parts.length - 1 ? pauses.sentence : pauses.clause;
      return /[\p{L}\p{N}]/u.test(text) ? [{ text, pauseMs }] : [];
    }),
  );
}

/**
 * Splits a text into sentences. Except in English, a point after one or two digits may mark an ordinal and ends none.
 */
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

/** Removes characters that are not spoken, and normalises punctuation. */
function cleanText(text: string): string {
  return (
    text
      .normalize('NFC')
      // Compatibility characters: 𝓗𝓮𝓵𝓵𝓸, Ｈｅｌｌｏ, ﬁ, ①, Ⅳ.
      .replaceAll(
        /[\u{1D400}-\u{1D7FF}\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFB00-\uFB06\u2460-\u249B\u2160-\u217F]/gu,
        (sign) => sign.normalize('NFKC'),
      )
      .replaceAll(
        /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\uFE0F/gu,
        (sign) => (/[\d#*©®™]/u.test(sign) ? sign : ' '),
      )
      // Zero-width characters, except joiners, which matter in some scripts.
      .replaceAll(/[\u00AD\u200B\u200E\u200F\u2060-\u2064\uFEFF]/g, '')
      .replaceAll(/[\p{Cc}\p{Zs}]+/gu, ' ')
      .replaceAll(/[“”„‟«»]/g, '"')
      .replaceAll(/[‘’‚‛]/g, "'")
      .replaceAll(/…|\.{3,}/g, '. ')
      // slow expression: a script has 10,000 characters at most.
      .replaceAll(/\s{0,9}[—―]\s{0,9}|\s{1,9}[–-]{1,3}\s{1,9}|--+/g, ', ')
      .replaceAll(/([!?])[!?]+/g, (all, first) => (all.includes('?') ? '?' : String(first)))
      .replaceAll(/([,;:])(?:\s*[,;:])+/g, '$1')
      // Markup of synthesisers and text processors.
      .replaceAll(/[[\]{}<>|\\^~`*_]+/g, ' ')
      .trim()
  );
}

/** Converts a text to ASCII, which is all that Flite reads; drops characters without an equivalent. */
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

/** Splits a text into parts of at most `limit` characters: after punctuation, before a conjunction, at a space. */
export function cutText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const head = rest.slice(0, limit);
    const cut =
      findLastMatch(head, /[,;:،、，；：)]\s*/g) ??
      findLastMatch(head, /\s(?=(?:and|or|but|which|that|because|und|oder|et|ou|y|o|e)\s)/g) ??
      findLastMatch(head, /\s/g) ??
      limit;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}

/** Returns the end of the last match, when it leaves more than a third of the text before it; otherwise null. */
function findLastMatch(text: string, pattern: RegExp): number | null {
  const last = [...text.matchAll(pattern)].at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  return end > text.length / 3 ? end : null;
}
