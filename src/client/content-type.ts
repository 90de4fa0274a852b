import { fileTypeFromBuffer } from 'file-type';
import { findMediaType } from '../contract/media-types.ts';

/** Bytes from the start of a file that tell its type. */
export const SNIFF_BYTES = 4100;

/**
 * Detects content type and file extension (such as `.mp4`) by the first bytes alone; null when they are
 * unknown.
 */
export async function detectMedia(
  head: Uint8Array,
): Promise<{ readonly type: string; readonly ending: string } | null> {
  const found = await fileTypeFromBuffer(head);
  return found === undefined
    ? null
    : { type: found.mime.split(';')[0] ?? found.mime, ending: `.${found.ext}` };
}

/**
 * Content type to declare for an upload: by the first bytes, else by the name, else `application/octet-stream`.
 * The service decides by the content.
 */
export async function detectContentType(head: Uint8Array, name: string): Promise<string> {
  return (await detectMedia(head))?.type ?? findMediaType(name) ?? 'application/octet-stream';
}
