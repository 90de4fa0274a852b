import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../../src/service/files/blob-store.ts';
import type { DirectStore } from '../../../src/service/files/direct-store.ts';
import { inspectBucket } from '../../../src/service/files/s3-bucket.ts';
import { openS3Blobs, type S3Options } from '../../../src/service/files/s3-blobs.ts';
import { openS3DirectStore } from '../../../src/service/files/s3-direct-store.ts';
import { putBytes } from './put-bytes.ts';

/** The least size of a part that is not the last. */
const PART_BYTES = 5 * 1_048_576;

/** Describes the contract of every bucket that clients access themselves. */
export function describeBucket(name: string, toOptions: () => S3Options): void {
  describe(name, () => {
    let direct: DirectStore;
    let blobs: BlobStore;

    beforeAll(() => {
      const options = { ...toOptions(), direct: {} };
      direct = openS3DirectStore(options);
      blobs = openS3Blobs(options);
    });

    afterAll(async () => {
      await direct.close();
      await blobs.close();
    });

    /** Sends a file in parts as a client does, without a key. */
    async function send(parts: readonly Uint8Array<ArrayBuffer>[]) {
      const id = randomUUID();
      const upload = { id, partsId: await direct.begin(id) };
      const etags: string[] = [];
      for (const [index, body] of parts.entries()) {
        const part = { number: index + 1, sizeBytes: body.byteLength, expiresSec: 60 };
        const url = await direct.signPart(upload, part);
        const reply = await fetch(url, { method: 'PUT', body });
        expect(reply.status, await reply.text()).toBe(200);
        etags.push(reply.headers.get('etag') ?? '');
      }
      return { upload, etags };
    }

    it('hands out addresses whose replies have type and name', async () => {
      const { sha256 } = await putBytes(blobs, Buffer.from('hello world'));
      const disposition = 'attachment; filename="a.mp4"';
      const asked = { expiresSec: 60, mime: 'video/mp4', disposition };
      const url = (await blobs.presign(sha256, asked)) ?? '';
      const reply = await fetch(url, { headers: { range: 'bytes=6-10' } });
      expect(reply.status).toBe(206);
      expect(await reply.text()).toBe('world');
      expect(reply.headers.get('content-type')).toBe('video/mp4');
      expect(reply.headers.get('content-disposition')).toBe(disposition);
    });

    it('joins uploaded parts into a blob', async () => {
      const bytes = randomBytes(PART_BYTES + 100_000);
      const parts = [bytes.subarray(0, PART_BYTES), bytes.subarray(PART_BYTES)];
      const { upload, etags } = await send(parts.map((part) => new Uint8Array(part)));
      await direct.join(upload, etags);
      // The state after a lost answer.
      await direct.join(upload, etags);
      const { source, etag } = await direct.open(upload.id);
      expect((await buffer(source)).equals(bytes)).toBe(true);
      const sha256 = randomBytes(32).toString('hex');
      await direct.copyToBlob({ id: upload.id, etag }, sha256);
      await direct.remove(upload);
      expect((await buffer(await blobs.open(sha256))).equals(bytes)).toBe(true);
      await blobs.delete(sha256);
      await expect(direct.open(upload.id)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('reports parts that do not match, and forgets removed uploads', async () => {
      const { upload, etags } = await send([new Uint8Array(1000)]);
      const wrong = direct.join(upload, [`"${'0'.repeat(32)}"`]);
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' });
      await direct.remove(upload);
      await direct.remove(upload);
      // Moto answers 500 to an upload that it does not know.
      const code: unknown = expect.stringMatching(/^(?:not_found|storage_failed)$/);
      await expect(direct.join(upload, etags)).rejects.toMatchObject({ code });
    });

    it('can be listed', async () => {
      expect(await inspectBucket(toOptions())).toMatch(/^(removed|kept|unknown)$/);
    });
  });
}
