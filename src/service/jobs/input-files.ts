import type { MediaInfo } from '../../capabilities/media-file.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import { listUploadRows } from '../store/statements/file-statements.ts';
import type { Db } from '../store/db.ts';
import type { FileRow } from '../store/schema.ts';

/** Every upload a request and its hints name: the fields `…_key` and `…_keys`, each key once. */
export function listFileKeys(input: Readonly<Record<string, unknown>>): string[] {
  const keys = Object.entries(input).flatMap(([field, value]) => {
    if (field.endsWith('_key') && typeof value === 'string') {
      return [value];
    }
    return field.endsWith('_keys') && Array.isArray(value)
      ? value.filter((key) => typeof key === 'string')
      : [];
  });
  return [...new Set(keys)];
}

/**
 * Reads the uploads that a request names, by key. Unknown and deleted keys and those of other accounts are
 * refused with the same text, so that it does not reveal whether a key exists.
 */
export async function requireUploads(
  db: Db,
  accountId: string,
  fileKeys: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  const rows = await listUploadRows(db, accountId, fileKeys);
  const byKey = new Map(rows.map((row) => [row.file_key, row]));
  const missing = fileKeys.find((key) => !byKey.has(key));
  if (missing !== undefined) {
    throw refusedByState(`${missing} is not an upload of this account. Upload the file first.`);
  }
  return byKey;
}

/** Facts of a stored file. */
export function readFacts(row: FileRow): MediaInfo {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `JSON.stringify` of facts is stored
  return JSON.parse(row.facts) as MediaInfo;
}
