/** Longest caption in characters. A longer text would not be readable on an image. */
export const MAX_CAPTION_CHARS = 160;

/** Letters and marks of Latin scripts that the typeface of captions contains. */
const WRITABLE =
  /^[\u0020-\u007E\u00A0-\u017F\u0192\u01FA-\u01FF\u0218-\u021B\u02C6\u02DA\u02DC\u1E80-\u1E85\u1E9E\u1EF2\u1EF3\u2011\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020\u2022\u2026\u2039\u203A\u202F\u2044\u20AC\u2122\s]*$/u;

/** Returns whether the typeface of captions can draw a text. */
export function isWritable(text: string): boolean {
  return WRITABLE.test(text.normalize('NFC'));
}
