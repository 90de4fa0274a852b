import { open } from 'node:fs/promises';
import { detectMedia, SNIFF_BYTES } from '../../client/content-type.ts';
import { type MediaKind, mediaKindSchema } from '../../contract/ipc/files.ts';

/**
 * Detects the media kind and extension of a file by its first bytes, never by its name; null when it is not
 * media.
 */
export async function detectFileMedia(
  path: string,
): Promise<{ readonly kind: MediaKind; readonly ending: string } | null> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const found = await detectMedia(buffer.subarray(0, bytesRead));
  const kind = mediaKindSchema.safeParse(found?.type.split('/')[0]);
  return found !== null && kind.success && !found.type.includes('svg')
    ? { kind: kind.data, ending: found.ending }
    : null;
}
