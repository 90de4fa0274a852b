/**
 * A service whose clients send large files to its bucket: it validates them like any other upload, and leaves nothing
 * behind.
 */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { operations } from '../../src/contract/api/operations.ts';
import { sweepDirectUploads } from '../../src/service/files/direct-uploads.ts';
import { openS3DirectStore } from '../../src/service/files/s3-direct-store.ts';
import { sharedUploadLimits } from '../../src/service/files/upload-quota.ts';
import {
  findDirectUpload,
  insertDirectUpload,
} from '../../src/service/store/statements/direct-upload-statements.ts';
import { credentials, type S3Peer, startS3Peer } from '../service/files/s3-peer.ts';
import { callOperation } from './support/http-call.ts';
import { makeAsciiWav } from './support/samples.ts';
import { type Customer, openWorld, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const begunSchema = z.object({ upload_id: z.string(), part_urls: z.array(z.string()) });
const quotaBytes = 100 * 1_048_576;
let peer: S3Peer;
let world: World;
let customer: Customer;
const bucket = () => ({
  endpoint: peer.endpoint,
  bucket: 'studio',
  prefix: 'of guise/',
  region: credentials.region,
  credentials,
  direct: {},
});

beforeAll(async () => {
  peer = await startS3Peer('studio');
  const uploadLimits = { ...sharedUploadLimits, storedBytes: quotaBytes };
  world = await openWorld({ s3: bucket(), uploadLimits });
  customer = await world.newAccount();
});

afterAll(async () => {
  await world.close();
  await peer.close();
});

/** Two minutes of 16-bit audio: three parts, the last one short. */
function makeLargeWav(): Uint8Array<ArrayBuffer> {
  const length = 18 * 1_048_576;
  const bytes = Buffer.concat([
    Buffer.from(makeAsciiWav(0.1).subarray(0, 44)),
    Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 37) % 128)),
    Buffer.alloc(length - 4096, 'a quiet room '),
  ]);
  bytes.writeUInt32LE(36 + length, 4);
  bytes.writeUInt32LE(length, 40);
  return new Uint8Array(bytes);
}

const call = (name: 'beginDirectUpload' | 'completeDirectUpload', body: object, path?: string) =>
  callOperation(world.service.baseUrl, operations[name], {
    key: customer.secret,
    body,
    ...(path === undefined ? {} : { path }),
  });

async function begin(sizeBytes: number): Promise<z.output<typeof begunSchema>> {
  const { status, message, body } = await call('beginDirectUpload', { size_bytes: sizeBytes });
  expect(status, message).toBe(200);
  return begunSchema.parse(body);
}

const completionOf = (id: string): string => `/uploads/direct/${id}/complete`;

async function putPart(url: string | undefined, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(url ?? '', { method: 'PUT', body: bytes });
}

test('the client sends a large file in parts, and it is an upload like any other', async () => {
  const bytes = makeLargeWav();
  const path = join(world.folder, 'a long talk.wav');
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: customer.secret });
  const seen: number[] = [];
  peer.log.length = 0;
  const { file_key: fileKey, url } = await client.uploadFile({
    file: { path, sha256 },
    onProgress: ({ doneBytes }) => seen.push(doneBytes),
  });
  expect(fileKey).toMatch(/^api\/audio\/.*\.wav$/);
  const stored = await (await fetch(url)).arrayBuffer();
  expect(Buffer.compare(Buffer.from(stored), bytes)).toBe(0);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(bytes.byteLength);
  const parts = peer.log.filter((line) => /^PUT .*partNumber/.test(line));
  expect(parts.map((line) => line.slice(-3))).toEqual(['200', '200', '200']);
  expect(peer.contents()).toEqual({
    objects: [`of guise/${sha256.slice(0, 2)}/${sha256}`],
    uploads: 0,
  });
  const row = await world.service.core.context.store.db
    .selectFrom('files')
    .select(['declared_name', 'size_bytes'])
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  expect(row).toEqual({ declared_name: 'a long talk.wav', size_bytes: bytes.byteLength });
  await client.deleteUpload({ params: { file_key: fileKey } });
});

test('a file that the bucket refuses is sent to the service', async () => {
  const client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: customer.secret });
  peer.isClosedToClients = true;
  peer.log.length = 0;
  const { file_key: fileKey } = await client.uploadFile({
    file: { bytes: makeLargeWav(), name: 'a.wav' },
  });
  peer.isClosedToClients = false;
  expect(peer.log.filter((line) => line.endsWith('403'))).not.toEqual([]);
  expect(fileKey).toMatch(/^api\/audio\//);
  await client.deleteUpload({ params: { file_key: fileKey } });
});

test('a part has its declared length, and no more', async () => {
  const { part_urls: urls } = await begin(1000);
  expect(urls).toHaveLength(1);
  expect((await putPart(urls[0], new Uint8Array(1001))).status).toBe(403);
  expect((await putPart(urls[0], new Uint8Array(1000))).status).toBe(200);
});

test('a wrong completion is refused with a reason and can be corrected; repeating it returns the same file', async () => {
  const wav = makeAsciiWav(0.5);
  const { upload_id: id, part_urls: urls } = await begin(wav.byteLength);
  const etag = (await putPart(urls[0], wav)).headers.get('etag');
  const path = completionOf(id);
  const wrong = await call('completeDirectUpload', { etags: ['"other"'] }, path);
  expect([wrong.status, wrong.code]).toEqual([400, 'invalid_input']);
  const tooMany = await call('completeDirectUpload', { etags: [etag, etag] }, path);
  expect(tooMany.message).toBe('The upload has 1 parts, not 2.');
  const contradiction = { etags: [etag], content_type: 'audio/wav', name: 'a.wav' };
  const [first, second] = await Promise.all([
    call('completeDirectUpload', contradiction, path),
    call('completeDirectUpload', contradiction, path),
  ]);
  expect([first.status, first.message]).toEqual([200, '']);
  const { file_key: fileKey } = z.object({ file_key: z.string() }).parse(first.body);
  expect(second.body).toMatchObject({ file_key: fileKey });
  const { count } = await world.service.core.context.store.db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', customer.accountId)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
  expect(await call('completeDirectUpload', contradiction, path)).toMatchObject({
    body: { file_key: fileKey },
  });
});

test('a completion after the parts are gone returns the file of the earlier one', async () => {
  const wav = makeAsciiWav(0.4);
  const { upload_id: id, part_urls: urls } = await begin(wav.byteLength);
  const etags = [(await putPart(urls[0], wav)).headers.get('etag')];
  const join = peer.holdNext('POST', new RegExp(`${id}.*uploadId`));
  const late = call('completeDirectUpload', { etags }, completionOf(id));
  await join.arrived;
  const first = await call('completeDirectUpload', { etags }, completionOf(id));
  expect([first.status, first.message]).toEqual([200, '']);
  join.release();
  const { file_key: fileKey } = z.object({ file_key: z.string() }).parse(first.body);
  expect(await late).toMatchObject({ status: 200, body: { file_key: fileKey } });
});

test('a client that hangs up while it waits is no failure of the service, and may ask again', async () => {
  const wav = makeAsciiWav(0.3);
  const { upload_id: id, part_urls: urls } = await begin(wav.byteLength);
  const etags = [(await putPart(urls[0], wav)).headers.get('etag')];
  const read = peer.holdNext('GET', new RegExp(id));
  const hangUp = new AbortController();
  const url = `${world.service.baseUrl}${completionOf(id)}`;
  const given = fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ etags }),
    signal: hangUp.signal,
  });
  await read.arrived;
  hangUp.abort();
  await expect(given).rejects.toThrow();
  read.release();
  expect((await call('completeDirectUpload', { etags }, completionOf(id))).status).toBe(200);
  expect(world.log()).not.toContain('a request failed');
});

test('another account cannot complete an upload', async () => {
  const { upload_id: id } = await begin(10);
  const stranger = await world.newAccount();
  const reply = await callOperation(world.service.baseUrl, operations.completeDirectUpload, {
    key: stranger.secret,
    body: { etags: ['"x"'] },
    path: completionOf(id),
  });
  expect(reply.code).toBe('not_found');
});

test('a file that is no media is refused and deleted', async () => {
  const text = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const { upload_id: id, part_urls: urls } = await begin(text.byteLength);
  const etags = [(await putPart(urls[0], text)).headers.get('etag')];
  const { objects } = peer.contents();
  const refused = await call('completeDirectUpload', { etags }, completionOf(id));
  expect(refused.code).toBe('unsupported_format');
  expect(peer.contents().objects).toEqual(objects);
  const again = await call('completeDirectUpload', { etags }, completionOf(id));
  expect(again.code).toBe('not_found');
});

test('pending uploads count towards the quota and the number limit of an account', async () => {
  const other = await world.newAccount();
  const ask = (sizeBytes: number) =>
    callOperation(world.service.baseUrl, operations.beginDirectUpload, {
      key: other.secret,
      body: { size_bytes: sizeBytes },
    });
  expect((await ask(quotaBytes - 1000)).status).toBe(200);
  expect((await ask(1001)).code).toBe('input_too_large');
  const { uploads } = peer.contents();
  const replies = await Promise.all(Array.from({ length: 70 }, () => ask(1)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(63);
  expect(replies.filter(({ code }) => code === 'at_capacity')).toHaveLength(7);
  // Every upload that was begun at the bucket can be found by a sweep.
  expect(peer.contents().uploads).toBe(uploads + 63);
});

test('an upload that was never completed is removed when it expires', async () => {
  const { db } = world.service.core.context.store;
  const wav = makeAsciiWav(0.5);
  const { upload_id: id, part_urls: urls } = await begin(wav.byteLength);
  await putPart(urls[0], wav);
  const direct = openS3DirectStore(bucket());
  const sweepAt = (hours: number) =>
    sweepDirectUploads({ db, clock: { nowMs: () => Date.now() + hours * 3_600_000 }, direct });
  expect(await sweepAt(5)).toBe(0);
  expect(await sweepAt(7)).toBeGreaterThan(1);
  while ((await sweepAt(7)) > 0) {
    // A sweep removes a limited number at a time.
  }
  expect(peer.contents()).toMatchObject({ uploads: 0 });
  expect(peer.contents().objects.filter((name) => name.includes('incoming'))).toEqual([]);
  const gone = await call('completeDirectUpload', { etags: ['"x"'] }, completionOf(id));
  expect(gone.code).toBe('not_found');
  await direct.close();
});

test('uploads that cannot be removed block no others, and are removed later', async () => {
  const { db } = world.service.core.context.store;
  const { accountId } = customer;
  const row = { account_id: accountId, parts_id: 'x', size_bytes: 1, file_key: null };
  const stuck = Array.from({ length: 100 }, (_, at) => `0-stuck-${String(at).padStart(3, '0')}`);
  for (const id of [...stuck, '1-later']) {
    await insertDirectUpload(db, { ...row, id, created_at_ms: 0, expires_at_ms: 1 });
  }
  const direct = openS3DirectStore(bucket());
  const sweep = () => sweepDirectUploads({ db, clock: { nowMs: () => 2 }, direct });
  peer.refusedPath = 'stuck';
  await expect(sweep()).rejects.toMatchObject({ code: 'storage_failed' });
  expect(await findDirectUpload(db, '1-later')).toBeNull();
  peer.refusedPath = null;
  expect(await sweep()).toBe(100);
  await direct.close();
});

test('pending uploads are removed after direct uploads are turned off', async () => {
  const { direct: _, ...bucketOptions } = bucket();
  const { uploads } = peer.contents();
  const before = await openWorld({ s3: bucket() });
  const { service, folder } = before;
  const { secret: key } = await before.newAccount();
  const begun = await callOperation(service.baseUrl, operations.beginDirectUpload, {
    key,
    body: { size_bytes: 1000 },
  });
  expect(begun.status).toBe(200);
  expect(peer.contents().uploads).toBe(uploads + 1);
  await service.stop();
  const clock = { nowMs: () => Date.now() + 7 * 3_600_000 };
  const next = await openWorld({ folder, s3: bucketOptions, clock });
  await expect.poll(() => peer.contents().uploads, { timeout: 20_000 }).toBe(uploads);
  const account = await callOperation(next.service.baseUrl, operations.readAccount, { key });
  expect(account.body).not.toHaveProperty('direct_uploads_from_mb');
  await next.close();
  await rm(folder, { recursive: true });
});

test('a service without such a bucket reports it', async () => {
  const plain = await openWorld();
  const { secret: key } = await plain.newAccount();
  const account = await callOperation(plain.service.baseUrl, operations.readAccount, { key });
  expect(account.body).not.toHaveProperty('direct_uploads_from_mb');
  const begun = await callOperation(plain.service.baseUrl, operations.beginDirectUpload, {
    key,
    body: { size_bytes: 5 },
  });
  expect([begun.status, begun.code]).toEqual([400, 'capability_unavailable']);
  await plain.close();
});
