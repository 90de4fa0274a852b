/** Bytes from `start` to `end`, both inside. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Range of a file requested by a `Range` header. */
export type RangeRequest = ByteSpan | 'whole' | 'unsatisfiable';

/**
 * Parses a `Range` header (RFC 9110) for a file of the given size. One range is supported, also as a suffix
 * (`bytes=-500`) or open (`bytes=500-`). Several ranges and invalid ones are answered with the whole file, as
 * the standard allows.
 */
export function parseRange(header: string | null | undefined, sizeBytes: number): RangeRequest {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') {
    return 'whole';
  }
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) {
    return 'whole';
  }
  if (start >= sizeBytes) {
    return 'unsatisfiable';
  }
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return { start, end };
}
