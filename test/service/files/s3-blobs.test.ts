import { randomBytes, randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openS3Blobs, type S3Options } from '../../../src/service/files/s3-blobs.ts';
import { openS3DirectStore } from '../../../src/service/files/s3-direct-store.ts';
import { inspectBucket } from '../../../src/service/files/s3-bucket.ts';
import { describeBlobStore } from './blob-contract.ts';
import { describeBucket } from './bucket-contract.ts';
import { credentials, type S3Peer, startS3Peer } from './s3-peer.ts';
import { putBytes } from './put-bytes.ts';

// Encoders, decoders and databases on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let peer: S3Peer;

beforeAll(async () => {
  peer = await startS3Peer('studio');
});

afterAll(() => peer.close());

function toOptions(change: Partial<S3Options> = {}): S3Options {
  const options = { endpoint: peer.endpoint, bucket: 'studio', prefix: 'blobs/' };
  return { ...options, region: credentials.region, credentials, ...change };
}

function toRules({ prefix, status = 'Enabled' }: { prefix: string; status?: string }): string {
  return `<LifecycleConfiguration><Rule><ID>1</ID><Status>${status}</Status>
    <Filter><Prefix>${prefix}</Prefix></Filter><AbortIncompleteMultipartUpload>
    <DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule></LifecycleConfiguration>`;
}

describeBlobStore('a bucket, signatures checked', () => Promise.resolve(openS3Blobs(toOptions())));

describeBucket('a bucket that clients use, signatures checked', () => toOptions());

const real = process.env['GUISE_TEST_S3'];
if (real === undefined) {
  console.log('Skipped: buckets of real services, because GUISE_TEST_S3 names none.');
} else {
  const named = [JSON.parse(real)].flat() as readonly S3Options[];
  for (const options of named) {
    const name = `the bucket at ${options.endpoint ?? options.region}`;
    describeBlobStore(name, () => Promise.resolve(openS3Blobs(options)));
    describeBucket(`${name}, for clients`, () => options);
  }
}

describe('a bucket', () => {
  it('receives large files in parts', async () => {
    const blobs = openS3Blobs(toOptions());
    peer.log.length = 0;
    await putBytes(blobs, randomBytes(17 * 1_048_576));
    expect(peer.log.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
    expect(peer.log.at(-1)).toBe('POST uploadId 200');
    await blobs.close();
  });

  it('stores only validated bytes', async () => {
    const blobs = openS3Blobs(toOptions());
    const direct = openS3DirectStore(toOptions());
    const id = randomUUID();
    const upload = { id, partsId: await direct.begin(id) };
    const part = { number: 1, sizeBytes: 10, expiresSec: 60 };
    const url = await direct.signPart(upload, part);
    const { headers } = await fetch(url, { method: 'PUT', body: randomBytes(10) });
    await direct.join(upload, [headers.get('etag') ?? '']);
    const { source, etag } = await direct.open(id);
    source.destroy();
    const sha256 = 'e'.repeat(64);
    const other = direct.copyToBlob({ id, etag: `"${'0'.repeat(32)}"` }, sha256);
    await expect(other).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('was changed'),
    });
    expect(await blobs.stat(sha256)).toBeNull();
    await direct.copyToBlob({ id, etag }, sha256);
    expect(await blobs.stat(sha256)).toMatchObject({ sizeBytes: 10 });
    await Promise.all([blobs.delete(sha256), direct.remove(upload)]);
    await Promise.all([blobs.close(), direct.close()]);
  });

  it('does not store fresh bytes twice', async () => {
    const blobs = openS3Blobs(toOptions());
    const bytes = randomBytes(10);
    await putBytes(blobs, bytes);
    peer.log.length = 0;
    await putBytes(blobs, bytes);
    expect(peer.log).toEqual(['HEAD  200']);
    await blobs.close();
  });

  it('hands out addresses that work without the service, for their time and unchanged only', async () => {
    const blobs = openS3Blobs(toOptions({ direct: {} }));
    const { sha256 } = await putBytes(blobs, Buffer.from('hello world'));
    const make = (expiresSec: number) =>
      blobs.presign(sha256, { expiresSec, mime: 'video/mp4', disposition: 'attachment' });
    const url = (await make(604_800)) ?? '';
    const reply = await fetch(url, { headers: { range: 'bytes=6-10' } });
    expect(await reply.text()).toBe('world');
    expect(reply.headers.get('content-type')).toBe('video/mp4');
    expect(reply.headers.get('content-disposition')).toBe('attachment');
    expect((await fetch(url.replace('video%2Fmp4', 'text%2Fhtml'))).status).toBe(403);
    expect((await fetch((await make(-10)) ?? '')).status).toBe(403);
    await blobs.close();
  });

  it("signs no addresses by default, and those of the clients' address when configured", async () => {
    const make = async (change: Partial<S3Options>) => {
      const blobs = openS3Blobs(toOptions(change));
      const asked = { expiresSec: 60, mime: 'video/mp4', disposition: 'attachment' };
      const url = await blobs.presign('a'.repeat(64), asked);
      await blobs.close();
      return url;
    };
    expect(await make({})).toBeNull();
    expect(await make({ direct: { endpoint: 'https://files.example' } })).toMatch(
      /^https:\/\/files\.example\/studio\/blobs\/aa\/a{64}\?/,
    );
  });

  it('is opened with the keys of the environment when none are given', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
    const blobs = openS3Blobs(toOptions({ credentials: undefined }));
    const { sha256 } = await putBytes(blobs, Buffer.from('by the chain'));
    expect(await blobs.stat(sha256)).toMatchObject({ sizeBytes: 12 });
    await blobs.close();
    vi.unstubAllEnvs();
  });

  it.each([
    { rules: null, expected: 'kept' },
    { rules: toRules({ prefix: '' }), expected: 'removed' },
    { rules: toRules({ prefix: 'blobs/' }), expected: 'removed' },
    { rules: toRules({ prefix: 'other/' }), expected: 'kept' },
    { rules: toRules({ prefix: '', status: 'Disabled' }), expected: 'kept' },
  ])('says whether uploads that broke off are $expected', async ({ rules, expected }) => {
    peer.lifecycle = rules;
    expect(await inspectBucket(toOptions())).toBe(expected);
  });

  it('whose rules may not be read is reported; one that may not be used fails', async () => {
    peer.lifecycle = 'no XML';
    expect(await inspectBucket(toOptions())).toBe('unknown');
    const wrong = { ...credentials, secretAccessKey: 'wrong' };
    await expect(inspectBucket(toOptions({ credentials: wrong }))).rejects.toMatchObject({
      code: 'storage_failed',
    });
  });

  it('with a wrong secret fails as storage, not as missing', async () => {
    const blobs = openS3Blobs(
      toOptions({ credentials: { ...credentials, secretAccessKey: 'wrong' } }),
    );
    await expect(blobs.stat('a'.repeat(64))).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(putBytes(blobs, Buffer.from('x'))).rejects.toMatchObject({
      code: 'storage_failed',
    });
    await blobs.close();
  });

  it('that fails once is tried again; one that stays down fails', async () => {
    const blobs = openS3Blobs(toOptions());
    peer.failNext(503, 1);
    expect(await blobs.stat('b'.repeat(64))).toBeNull();
    peer.failNext(500, 20);
    await expect(blobs.stat('b'.repeat(64))).rejects.toMatchObject({ code: 'storage_failed' });
    await blobs.close();
  });

  it('that accepts and never answers fails every call instead of holding it up', async () => {
    const silent = createServer((socket) => {
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as AddressInfo;
    const timeouts = { connectMs: 300, requestMs: 300, idleMs: 300 };
    const blobs = openS3Blobs(toOptions({ endpoint: `http://127.0.0.1:${port}`, timeouts }));
    const hash = 'c'.repeat(64);
    const failed = { code: 'storage_failed' };
    await expect(blobs.stat(hash)).rejects.toMatchObject(failed);
    await expect(blobs.open(hash)).rejects.toMatchObject(failed);
    await expect(blobs.delete(hash)).rejects.toMatchObject(failed);
    await expect(putBytes(blobs, Buffer.from('x'))).rejects.toMatchObject(failed);
    await blobs.close();
    silent.close();
  });

  it('that stops in the middle of a body fails the reader', async () => {
    const stalling = createHttpServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('half');
    });
    await new Promise<void>((resolve) => {
      stalling.listen(0, '127.0.0.1', resolve);
    });
    const { port } = stalling.address() as AddressInfo;
    const timeouts = { connectMs: 300, requestMs: 300, idleMs: 300 };
    const blobs = openS3Blobs(toOptions({ endpoint: `http://127.0.0.1:${port}`, timeouts }));
    await expect(buffer(await blobs.open('d'.repeat(64)))).rejects.toThrow();
    await blobs.close();
    stalling.closeAllConnections();
    stalling.close();
  });
});
