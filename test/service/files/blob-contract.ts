import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../../src/service/files/blob-store.ts';
import { putBytes } from './put-bytes.ts';

/** Describes the contract of every blob store. */
export function describeBlobStore(name: string, open: () => Promise<BlobStore>): void {
  describe(name, () => {
    let blobs: BlobStore;

    beforeEach(async () => {
      blobs = await open();
    });

    afterEach(() => blobs.close());

    it('returns stored bytes by their hash', async () => {
      const bytes = randomBytes(300_000);
      const put = await putBytes(blobs, bytes);
      expect(put).toEqual({ sha256: toHash(bytes), sizeBytes: bytes.length });
      expect(await buffer(await blobs.open(put.sha256))).toEqual(bytes);
      expect((await blobs.stat(put.sha256))?.sizeBytes).toBe(bytes.length);
    });

    it.each([
      [0, 0],
      [10, 19],
      [299_999, 299_999],
      [0, 299_999],
    ])('returns bytes %i to %i', async (start, end) => {
      const bytes = randomBytes(300_000);
      const { sha256 } = await putBytes(blobs, bytes);
      const part = await buffer(await blobs.open(sha256, { start, end }));
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    it('stores the same bytes twice, and an empty file', async () => {
      const [first, second] = await Promise.all([
        putBytes(blobs, Buffer.from('same')),
        putBytes(blobs, Buffer.from('same')),
      ]);
      expect(second).toEqual(first);
      const empty = await putBytes(blobs, Buffer.alloc(0));
      expect((await blobs.stat(empty.sha256))?.sizeBytes).toBe(0);
    });

    it('stores a file of several parts', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'guise-part-'));
      const bytes = randomBytes(20 * 1_048_576 + 17);
      const path = join(folder, 'big.bin');
      await writeFile(path, bytes);
      await blobs.putFile({ path, sha256: toHash(bytes), sizeBytes: bytes.length });
      await rm(folder, { recursive: true });
      expect(toHash(await buffer(await blobs.open(toHash(bytes))))).toBe(toHash(bytes));
    });

    it('reports a missing blob, and deletes on demand', async () => {
      const { sha256 } = await putBytes(blobs, Buffer.from('gone'));
      await blobs.delete(sha256);
      await blobs.delete(sha256);
      expect(await blobs.stat(sha256)).toBeNull();
      await expect(blobs.open(sha256)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('accepts hashes only, never a path', async () => {
      for (const name of ['../../etc/passwd', '', 'ABC', `${'a'.repeat(63)}/`]) {
        await expect(async () => blobs.open(name)).rejects.toThrow('SHA-256');
      }
    });
  });
}

function toHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
