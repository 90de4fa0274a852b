/** Longer pieces are not spoken for listening: some 15 s. */
const mostChars = 240;

/** A script in pieces that are spoken one after the other, the first of them soon: its sentences, long ones cut between words. */
export function toSpokenPieces(script: string): readonly string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(script);
  return [...segments]
    .flatMap(({ segment }) => cutLong(segment.trim()))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function cutLong(text: string): string[] {
  if (text.length <= mostChars) {
    return [text];
  }
  const space = text.lastIndexOf(' ', mostChars);
  const end =
    space > mostChars / 2 ? space : Array.from(text.slice(0, mostChars - 1)).join('').length;
  return [text.slice(0, end), ...cutLong(text.slice(end).trim())];
}
