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
  '.mkv': 'video/x-matroska',
};

/**
 * Content type to declare for an upload: what the first bytes say, else what the name says, else
 * `application/octet-stream`. The service decides by the content.
 */
export async function detectContentType(head: Uint8Array, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  const type = found?.mime.split(';')[0];
  return type ?? byExtension[path.extname(name).toLowerCase()] ?? 'application/octet-stream';
}
