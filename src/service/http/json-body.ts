import { refusedByState } from '../../contract/api/errors.ts';

/** Maximum bytes of a JSON body: the longest script and prompts, escaped, take a tenth of it. */
export const MAX_JSON_BYTES = 1_048_576;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body; undefined when it is empty. Throws `invalid_input` (400) for invalid JSON: its fields are
 * validated later.
 */
export function parseJsonBody(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.byteLength === 0) {
    return undefined;
  }
  if (!isJsonType(contentType)) {
    throw refusedByState('The body must be JSON, sent as Content-Type: application/json.');
  }
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    // The parser's own text quotes the body, which may hold anything.
    throw refusedByState('The body is not valid JSON in UTF-8.');
  }
}

function isJsonType(contentType: string | undefined): boolean {
  const match = /^([^;]*)/.exec(contentType ?? '');
  return /^application\/([\w.-]+\+)?json$/i.test(match?.[1]?.trim() ?? '');
}
