/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a `Range` header for a file of `sizeBytes`. Null asks for the whole file: no header, a form
 * other than one `bytes` range, or several ranges, all of which RFC 9110 allows to be ignored.
 */
export function parseByteRange(
  header: string | null,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const first = match?.[1] ?? '';
  const last = match?.[2] ?? '';
  if (first === '' && last === '') {
    return null;
  }
  if (first === '') {
    const lengthBytes = Math.min(Number(last), sizeBytes);
    return lengthBytes === 0
      ? 'unsatisfiable'
      : { start: sizeBytes - lengthBytes, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) {
    return null;
  }
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
