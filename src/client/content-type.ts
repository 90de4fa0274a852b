import { fileTypeFromBuffer } from 'file-type';
import { mediaTypeByName } from '../contract/media-types.ts';

/** Bytes from the start of a file that tell its type. */
export const SNIFF_BYTES = 4100;

/** Content type by the first bytes alone, and the ending its files have, such as `.mp4`; null when they say nothing. */
export async function detectMedia(
  head: Uint8Array,
): Promise<{ readonly type: string; readonly ending: string } | null> {
  const found = await fileTypeFromBuffer(head);
  return found === undefined
    ? null
    : { type: found.mime.split(';')[0] ?? found.mime, ending: `.${found.ext}` };
}

/**
 * Content type to declare for an upload: what the first bytes say, else what the name says, else
 * `application/octet-stream`. The service decides by the content.
 */
export async function detectContentType(head: Uint8Array, name: string): Promise<string> {
  return (await detectMedia(head))?.type ?? mediaTypeByName(name) ?? 'application/octet-stream';
}
