/** A service whose clients download from its bucket: links stay those of the service, the bytes come from there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../src/contract/api/operations.ts';
import { credentials, type S3Peer, startS3Peer } from '../service/files/s3-peer.ts';
import { callOperation } from './support/http-call.ts';
import { makeAsciiWav } from './support/samples.ts';
import { openWorld, type World } from './support/world.ts';

const wav = makeAsciiWav(0.5);
let peer: S3Peer;
let world: World;
let link: string;

beforeAll(async () => {
  peer = await startS3Peer('studio');
  const { region } = credentials;
  const bucket = { endpoint: peer.endpoint, bucket: 'studio', region, credentials };
  world = await openWorld({ s3: { ...bucket, direct: {} } });
  const { secret: key } = await world.newAccount();
  const form = new FormData();
  form.set('file', new Blob([wav], { type: 'audio/wav' }), 'voice.wav');
  const { body } = await callOperation(world.service.baseUrl, operations.uploadFile, { key, form });
  link = (body as { readonly url: string }).url;
}, 60_000);

afterAll(async () => {
  await world.close();
  await peer.close();
});

test('a link leads to the bucket, whose bytes have their type and name', async () => {
  const reply = await fetch(link, { redirect: 'manual' });
  expect(reply.status).toBe(302);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('ratelimit-limit')).toBe('600');
  expect(reply.headers.get('location')).toContain(`${peer.endpoint}/studio/`);
  const bytes = await fetch(link);
  expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(new Uint8Array(wav));
  expect(bytes.headers.get('content-type')).toBe('audio/wav');
  expect(bytes.headers.get('content-disposition')).toMatch(/^attachment; filename="\S+\.wav"/);
});

test('a range is served by the bucket as well', async () => {
  const reply = await fetch(link, { headers: { range: 'bytes=4-9' } });
  expect(reply.status).toBe(206);
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(new Uint8Array(wav).slice(4, 10));
});

test('replies without a body come from the service, and an altered link is refused', async () => {
  const head = await fetch(link, { method: 'HEAD', redirect: 'manual' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(wav.byteLength)]);
  const same = await fetch(link, {
    headers: { 'if-none-match': head.headers.get('etag') ?? '' },
    redirect: 'manual',
  });
  expect(same.status).toBe(304);
  expect((await fetch(`${link}x`, { redirect: 'manual' })).status).toBe(403);
});
