import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../requests');

/** Values of `{{host}}`, `{{key}}`, `{{job}}` and `{{file}}` in a recorded request. */
export interface Placeholders {
  readonly host: string;
  readonly key: string;
  readonly job: string;
  /** The bytes that were uploaded when the request was recorded: lengths inside are theirs. */
  readonly file: Uint8Array;
}

/** Names of the recorded requests: client, operation and form. */
export async function listRecordedRequests(): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.map((name) => name.replace(/\.http$/, '')).toSorted();
}

/** The bytes of a recorded request. The file keeps its lines as text; on the wire they end in CRLF, `{{lf}}` is a bare LF. */
export async function readRecordedRequest(name: string, values: Placeholders): Promise<Buffer> {
  const text = await readFile(join(folder, `${name}.http`), 'utf8');
  const lines = text.replaceAll('\n', '\r\n').replaceAll('{{lf}}', '\n');
  const pieces = lines.split(/\{\{(host|key|job|file)\}\}/);
  return Buffer.concat(
    pieces.map((piece, index) => {
      if (index % 2 === 0) {
        return Buffer.from(piece);
      }
      const value = values[toName(piece)];
      return typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
    }),
  );
}

function toName(text: string): keyof Placeholders {
  if (text === 'host' || text === 'key' || text === 'job' || text === 'file') {
    return text;
  }
  throw new TypeError(`${text} is no placeholder.`);
}
