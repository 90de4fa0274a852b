import { createHash } from 'node:crypto';

/** Maximum length of a voice id in the API. */
const LONGEST_ID = 128;

/**
 * Returns the id of a voice in a file; stable while the file keeps its path. Ids that are too long end with a digest.
 */
export function toVoiceId(kind: string, file: string, key = ''): string {
  const id = [kind, file.replace(/\.onnx$/i, ''), ...(key === '' ? [] : [key])].join(':');
  const sum = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return id.length <= LONGEST_ID ? id : `${id.slice(0, LONGEST_ID - sum.length - 1)}-${sum}`;
}
