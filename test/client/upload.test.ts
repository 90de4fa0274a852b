import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../src/base/errors.ts';
import { createApiClient } from '../../src/client/client.ts';
import { detectContentType } from '../../src/client/content-type.ts';
import { createMultipart, openUpload, type TransferProgress } from '../../src/client/upload.ts';
import { BYTES_PER_MB, limits } from '../../src/contract/api/limits.ts';
import { operations } from '../../src/contract/api/operations.ts';
import {
  createFakeTiming,
  drop,
  openPeer,
  type Peer,
  refuse,
  createReply,
  type Step,
} from '../support/http-peer.ts';

const uploaded = operations.uploadFile.example.reply;
const wavHead = Buffer.concat([
  Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.alloc(64),
]);

/** Minimum size for an upload to a bucket, in one part. */
const directBytes = limits.directUploadFromMb * BYTES_PER_MB;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guise-upload-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function createFile(name: string, content: Uint8Array): Promise<string> {
  const full = path.join(folder, name);
  await writeFile(full, content);
  return full;
}

function openClient(peer: Pick<Peer, 'origin'>) {
  const options = { baseUrl: `${peer.origin}/api/v1`, apiKey: 'k', timing: createFakeTiming() };
  return createApiClient(options);
}

async function catchError(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => expect.fail('It worked.'),
    (error: unknown) => error as AppError,
  );
}

/** Headers and bytes of the only part of a multipart body. */
function readPart(contentType: string, body: Buffer): { head: string; content: Buffer } {
  const boundary = /boundary=(.+)$/.exec(contentType)![1]!;
  const split = body.indexOf('\r\n\r\n');
  const head = body.subarray(0, split).toString();
  expect(head.startsWith(`--${boundary}\r\n`)).toBe(true);
  const end = `\r\n--${boundary}--\r\n`;
  expect(body.subarray(-end.length).toString()).toBe(end);
  return { head, content: body.subarray(split + 4, -end.length) };
}

describe('an upload', () => {
  it('sends a file as one part, with its length, name and type', async () => {
    await using peer = await openPeer(createReply(uploaded));
    const content = Buffer.concat([wavHead, Buffer.alloc(1_000_000, 7)]);
    const file = { path: await createFile('a "quoted" näme.bin', content) };
    expect(await openClient(peer).uploadFile({ file })).toEqual(uploaded);
    const { headers, body } = peer.seen[0]!;
    expect(headers['content-length']).toBe(String(body.length));
    const part = readPart(headers['content-type']!, body);
    expect(part.content.equals(content)).toBe(true);
    expect(part.head).toContain('name="file"; filename="a %22quoted%22 näme.bin"');
    expect(part.head).toMatch(/Content-Type: audio\/(wav|vnd\.wave)$/);
  });

  it('reports progress that grows to the size of the file', async () => {
    await using peer = await openPeer(createReply(uploaded));
    const seen: TransferProgress[] = [];
    const file = { path: await createFile('big.mp4', Buffer.alloc(3_000_000)) };
    await openClient(peer).uploadFile({ file, onProgress: (progress) => seen.push(progress) });
    const done = seen.map(({ doneBytes }) => doneBytes);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toEqual({ doneBytes: 3_000_000, totalBytes: 3_000_000 });
    expect(seen.length).toBeGreaterThan(3);
  });

  it('takes bytes with a name', async () => {
    await using peer = await openPeer(createReply(uploaded));
    const bytes = new TextEncoder().encode('hello');
    await openClient(peer).uploadFile({ file: { bytes, name: 'a.webm' } });
    const { headers, body } = peer.seen[0]!;
    const part = readPart(headers['content-type']!, body);
    expect(part.head).toContain('Content-Type: video/webm');
    expect(part.content.toString()).toBe('hello');
  });

  it('is repeated from its start when the service turned it away untouched', async () => {
    await using peer = await openPeer(refuse(429, 'rate_limited'), createReply(uploaded));
    const file = { path: await createFile('twice.png', Buffer.alloc(500_000, 3)) };
    await openClient(peer).uploadFile({ file });
    const sizes = peer.seen.map(
      ({ headers, body }) => readPart(headers['content-type']!, body).content.length,
    );
    expect(sizes).toEqual([500_000, 500_000]);
  });

  it('is not repeated when the connection broke', async () => {
    await using peer = await openPeer(drop);
    const file = { path: await createFile('once.png', Buffer.alloc(10)) };
    expect((await catchError(openClient(peer).uploadFile({ file }))).code).toBe(
      'service_unreachable',
    );
    expect(peer.seen).toHaveLength(1);
  });

  it('ends when the caller gives up', async () => {
    const controller = new AbortController();
    await using peer = await openPeer(createReply(uploaded));
    const file = { path: await createFile('given-up.mp4', Buffer.alloc(5_000_000)) };
    const error = await catchError(
      openClient(peer).uploadFile({
        file,
        signal: controller.signal,
        onProgress: () => {
          controller.abort();
        },
      }),
    );
    expect(error.code).toBe('cancelled');
    expect(peer.seen).toHaveLength(0);
  });

  it('gives the refusal of a service that answers before the end', async () => {
    const server = createServer((request, response) => {
      request.once('data', () => {
        response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
        response.end(JSON.stringify({ error: { code: 'input_too_large', message: 'Too large.' } }));
        request.resume();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = { path: await createFile('large.mp4', Buffer.alloc(8_000_000)) };
    const error = await catchError(openClient({ origin }).uploadFile({ file }));
    expect(error).toMatchObject({ code: 'input_too_large', message: 'Too large.' });
    server.closeAllConnections();
    server.close();
  });

  it('of a large file takes little memory', { timeout: 60_000 }, async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.end(JSON.stringify(uploaded));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const filePath = await createFile('sparse.mp4', wavHead);
    await truncate(filePath, 250_000_000);
    let maxBytes = 0;
    await openClient({ origin }).uploadFile({
      file: { path: filePath },
      onProgress: () => {
        maxBytes = Math.max(maxBytes, process.memoryUsage().arrayBuffers);
      },
    });
    server.close();
    expect(maxBytes).toBeLessThan(150_000_000);
  });

  it('does not follow the service elsewhere', async () => {
    await using other = await openPeer(createReply(uploaded));
    await using peer = await openPeer((response) => {
      response.writeHead(307, { location: `${other.origin}/api/v1/uploads` }).end();
    });
    const file = { path: await createFile('moved.png', Buffer.alloc(10)) };
    const error = await catchError(openClient(peer).uploadFile({ file }));
    expect(error.message).toContain('unexpected redirect');
    expect(other.seen).toHaveLength(0);
  });

  it('names a file that is missing, empty or a folder', async () => {
    await using peer = await openPeer(createReply(uploaded));
    const client = openClient(peer);
    for (const filePath of [
      path.join(folder, 'missing.png'),
      await createFile('empty.png', Buffer.alloc(0)),
      folder,
    ]) {
      const error = await catchError(client.uploadFile({ file: { path: filePath } }));
      expect(error.code).toBe('invalid_input');
      expect(error.message).toContain(path.basename(filePath));
    }
    expect(peer.seen).toHaveLength(0);
  });

  it('opens no connection for a file whose content does not match its declared type', async () => {
    await using peer = await openPeer(createReply(uploaded));
    const file = { path: await createFile('swapped.wav', wavHead), sha256: '0'.repeat(64) };
    const error = await catchError(openClient(peer).uploadFile({ file }));
    expect(error).toMatchObject({ code: 'invalid_input' });
    expect(error.message).toContain('swapped.wav is not what it was when it was chosen');
    expect(peer.seen).toEqual([]);
  });

  it('is never completed for a file that changes while it is sent', async () => {
    const content = Buffer.concat([wavHead, Buffer.alloc(8_000_000, 7)]);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const given = { path: await createFile('changing.wav', content), sha256 };
    const whole = createMultipart(await openUpload(given));
    const bytes: Uint8Array[] = [];
    const sending = async (): Promise<void> => {
      for await (const piece of whole.open(() => undefined)) {
        if (bytes.length === 0) {
          // Same size as before, with a different end.
          const file = await open(given.path, 'r+');
          await file.write(Buffer.alloc(10, 9), 0, 10, content.length - 10);
          await file.close();
        }
        bytes.push(piece);
      }
    };
    expect(await catchError(sending())).toMatchObject({ code: 'invalid_input' });
    const sent = Buffer.concat(bytes);
    expect(sent.byteLength).toBeLessThan(content.length);
    expect(sent.includes(Buffer.alloc(10, 9))).toBe(false);
    await writeFile(given.path, content);
    const again = await new Response(whole.open(() => undefined)).arrayBuffer();
    expect(again.byteLength).toBe(whole.sizeBytes);
  });

  it('names a file that shrinks while it is sent', async () => {
    await using peer = await openPeer(createReply(uploaded));
    const filePath = await createFile('shrinks.mp4', Buffer.alloc(20_000_000));
    const shrunk: Promise<void>[] = [];
    const error = await catchError(
      openClient(peer).uploadFile({
        file: { path: filePath },
        onProgress: ({ doneBytes }) => {
          if (doneBytes < 300_000) {
            shrunk.push(truncate(filePath, 1_000_000));
          }
        },
      }),
    );
    await Promise.all(shrunk);
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain('shrinks.mp4');
  });
});

/** A service with direct uploads whose parts go to `partUrl`; `onComplete` answers a completion. */
function offerBucket(partUrl: (origin: string) => string, onComplete: Step): Step {
  const account = { ...operations.readAccount.example.reply, direct_uploads_from_mb: 16 };
  return (response, request) => {
    const { method, url } = request;
    const origin = `http://${request.headers.host ?? ''}`;
    const begun = {
      ...operations.beginDirectUpload.example.reply,
      part_size_bytes: directBytes,
      part_urls: [partUrl(origin)],
    };
    const steps: Readonly<Record<string, Step>> = {
      'GET /api/v1/account': createReply(account),
      'POST /api/v1/uploads/direct': createReply(begun),
      'PUT /bucket/part': createReply({}, 200, { etag: '"part"' }),
      'POST /api/v1/uploads': createReply(uploaded),
    };
    (steps[`${method} ${url}`] ?? onComplete)(response, request);
  };
}

describe('an upload to the bucket of a service', () => {
  const send = (peer: Peer) =>
    openClient(peer).uploadFile({ file: { bytes: new Uint8Array(directBytes), name: 'a.wav' } });
  const addressesOf = ({ seen }: Peer) => seen.map(({ method, url }) => `${method} ${url}`);
  const toBucket = (origin: string): string => `${origin}/bucket/part`;
  const plain = 'POST /api/v1/uploads';
  const completion = expect.stringMatching(/^POST .*\/complete$/);

  it('is the upload that its completion answers', async () => {
    const completed = { ...uploaded, file_key: `${uploaded.file_key}-direct` };
    await using peer = await openPeer(offerBucket(toBucket, createReply(completed)));
    expect(await send(peer)).toEqual(completed);
    expect(addressesOf(peer)).toEqual([
      'GET /api/v1/account',
      'POST /api/v1/uploads/direct',
      'PUT /bucket/part',
      completion,
    ]);
  });

  it.each(['ftp://bucket.example/part', 'http://user:word@127.0.0.1/part', 'no address'])(
    'goes to the service when a part may not go to %s',
    async (partUrl) => {
      await using peer = await openPeer(offerBucket(() => partUrl, drop));
      expect(await send(peer)).toEqual(uploaded);
      expect(addressesOf(peer)).toEqual([
        'GET /api/v1/account',
        'POST /api/v1/uploads/direct',
        plain,
      ]);
    },
  );

  it.each([
    [404, 'not_found'],
    [400, 'capability_unavailable'],
    [500, 'internal_error'],
    [507, 'internal_error'],
  ])('goes to the service when its completion is answered %d %s', async (status, code) => {
    await using peer = await openPeer(offerBucket(toBucket, refuse(status, code)));
    expect(await send(peer)).toEqual(uploaded);
    expect(addressesOf(peer).slice(-2)).toEqual([completion, plain]);
  });

  it('ends with the facts of the file from its completion', async () => {
    await using peer = await openPeer(offerBucket(toBucket, refuse(400, 'unsupported_format')));
    expect((await catchError(send(peer))).code).toBe('unsupported_format');
    expect(addressesOf(peer)).not.toContain(plain);
  });
});

describe('the declared type', () => {
  it.each([
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'x.jpg', 'image/png'],
    [Buffer.from('nothing known'), 'x.MOV', 'video/quicktime'],
    [Buffer.from('nothing known'), 'x.xyz', 'application/octet-stream'],
  ])('comes from the bytes, then from the name (%#)', async (head, name, type) => {
    expect(await detectContentType(head, name)).toBe(type);
  });
});
