import { open } from 'node:fs/promises';
import { detectContentType, SNIFF_BYTES } from '../../client/content-type.ts';
import { type MediaKind, mediaKindSchema } from '../../contract/ipc/files.ts';

/** Kind of a file by its first bytes, never by its name; null for what is no media. */
export async function readMediaKind(path: string): Promise<MediaKind | null> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const type = await detectContentType(buffer.subarray(0, bytesRead), '');
  const kind = mediaKindSchema.safeParse(type.split('/')[0]);
  return kind.success && !type.includes('svg') ? kind.data : null;
}
