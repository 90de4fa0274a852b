import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../../../src/service/files/blob-store.ts';

/** Stores bytes as a blob; its hash and size. */
export async function putBytes(
  blobs: BlobStore,
  bytes: Uint8Array,
): Promise<{ readonly sha256: string; readonly sizeBytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-put-'));
  try {
    const path = join(folder, 'bytes');
    await writeFile(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await blobs.putFile({ path, sha256, sizeBytes: bytes.length });
    return { sha256, sizeBytes: bytes.length };
  } finally {
    await rm(folder, { recursive: true });
  }
}
