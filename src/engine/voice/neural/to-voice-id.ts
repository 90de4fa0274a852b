import { createHash } from 'node:crypto';

/** Longest id of a voice that the API takes. */
const LONGEST_ID = 128;

/**
 * The id of a voice of a file; stays the same as long as the file lies where it is. What is too long ends with
 * a digest of all of it.
 */
export function toVoiceId(kind: string, file: string, key = ''): string {
  const id = [kind, file.replace(/\.onnx$/i, ''), ...(key === '' ? [] : [key])].join(':');
  const sum = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return id.length <= LONGEST_ID ? id : `${id.slice(0, LONGEST_ID - sum.length - 1)}-${sum}`;
}
