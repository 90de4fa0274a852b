/** Longer pieces are not spoken for listening: some 15 s. */
const maxChars = 240;

/**
 * Splits a script into pieces that are spoken one after the other, so that the first is ready soon: its
 * sentences, long ones split between words.
 */
export function toSpokenPieces(script: string): readonly string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(script);
  return [...segments]
    .flatMap(({ segment }) => cutLong(segment.trim()))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function cutLong(text: string): string[] {
  if (text.length <= maxChars) {
    return [text];
  }
  const space = text.lastIndexOf(' ', maxChars);
  const end =
    space > maxChars / 2 ? space : Array.from(text.slice(0, maxChars - 1)).join('').length;
  return [text.slice(0, end), ...cutLong(text.slice(end).trim())];
}
