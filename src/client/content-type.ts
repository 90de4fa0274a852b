import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes from the start of a file that tell its type. */
export const SNIFF_BYTES = 4100;

/** For files whose first bytes say nothing. */
const byExtension: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.heic': 'image/heic',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.weba': 'audio/webm',
  '.mkv': 'video/x-matroska',
};

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
  return (
    (await detectMedia(head))?.type ??
    byExtension[path.extname(name).toLowerCase()] ??
    'application/octet-stream'
  );
}
