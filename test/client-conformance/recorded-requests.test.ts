/**
 * Requests as clients of other languages really send them, recorded byte for byte: the service understands
 * each at the first try.
 */
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orders } from '../contract/support/every-processor.ts';
import { makeAsciiWav } from '../contract/support/samples.ts';
import { type Customer, type World } from '../contract/support/world.ts';
import { openConformanceWorld } from './support/conformance-world.ts';
import { openKeptConnection, type RawReply } from './support/kept-connection.ts';
import { listRecordedRequests, readRecordedRequest } from './support/recorded-request.ts';

const names = await listRecordedRequests();
const wav = makeAsciiWav(0.5);
const uploadReply = z.strictObject({
  file_key: z.string().regex(/^api\/audio\/[0-9a-f-]{36}\.wav$/),
  url: z.url(),
});

let world: World;
let customer: Customer;

beforeAll(async () => {
  world = await openConformanceWorld();
  customer = await world.newAccount();
}, 60_000);

afterAll(() => world.close());

/** A job that can still be cancelled. */
async function startJob(): Promise<string> {
  const response = await fetch(`${world.service.baseUrl}/text-to-speech`, {
    method: 'POST',
    headers: { 'x-api-key': customer.secret, 'content-type': 'application/json' },
    body: JSON.stringify({ script: orders.endless, voice_id: 'en-test' }),
  });
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

/** Sends a recorded request `times` over one connection, each after the previous reply. */
async function replay(name: string, times = 1): Promise<readonly RawReply[]> {
  const bytes = await readRecordedRequest(name, {
    host: new URL(world.service.baseUrl).host,
    key: customer.secret,
    job: name.endsWith('-cancel') ? await startJob() : '',
    file: wav,
  });
  const connection = openKeptConnection(world.service.baseUrl);
  const replies: RawReply[] = [];
  while (replies.length < times) {
    connection.send(bytes);
    replies.push(await connection.read());
  }
  connection.close();
  return replies;
}

/** Checks of a reply, selected by the name of its request. */
const checks: Readonly<Record<string, (body: unknown) => Promise<void> | void>> = {
  async upload(body) {
    const { url } = uploadReply.parse(body);
    const stored = await (await fetch(url)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(stored), wav)).toBe(0);
  },
  submit(body) {
    const { id, ...rest } = z.looseObject({ id: z.uuid() }).parse(body);
    expect(rest).toEqual({ status: 'queued', status_url: `/api/v1/jobs/${id}` });
  },
  list(body) {
    expect(body).toMatchObject({ limit: 5, offset: 0, has_more: false, jobs: expect.any(Array) });
  },
  cancel(body) {
    expect(body).toMatchObject({ status: 'canceled', output_url: null, credits_charged: 0 });
  },
  account(body) {
    expect(body).toMatchObject({ rate_tier: 'pro' });
  },
};

describe.each(names)('%s', (name) => {
  const what = Object.keys(checks).find((word) => name.includes(`-${word}`)) ?? '';

  test('succeeds at the first try', async () => {
    const [reply] = await replay(name);
    expect(reply?.status, reply?.body).toBe(200);
    await checks[what]?.(JSON.parse(reply?.body ?? ''));
  });
});

test('a recorded submit that is sent twice makes one job', async () => {
  for (const name of names.filter((each) => each.endsWith('-submit'))) {
    const [first, second] = await replay(name, 2);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ id: JSON.parse(first?.body ?? '').id });
  }
});

/** Forms of one part that clients of the specification may send. `{{file}}` is the file. */
const parts: Readonly<Record<string, string>> = {
  'without a type': 'Content-Disposition: form-data; name="file"; filename="voice.wav"',
  'with an empty type':
    'Content-Disposition: form-data; name="file"; filename="voice.wav"\nContent-Type: ',
  'of text/plain':
    'Content-Disposition: form-data; name="file"; filename="voice.wav"\nContent-Type: text/plain',
  'of text/plain with a charset':
    'Content-Disposition: form-data; name="file"; filename="a"\nContent-Type: text/plain; charset=utf-8',
  'of application/octet-stream':
    'Content-Disposition: form-data; name="file"; filename="voice"\nContent-Type: application/octet-stream',
  'without a file name': 'Content-Disposition: form-data; name="file"\nContent-Type: audio/wav',
  'without a file name and type': 'Content-Disposition: form-data; name="file"',
  'with the type first':
    'Content-Type: audio/x-wav\nContent-Disposition: form-data; name=file; filename=voice.wav',
  'with a file name in UTF-8':
    'Content-Disposition: form-data; name="file"; filename="Stimme ü.wav"; filename*=UTF-8\'\'Stimme%20%C3%BC.wav',
  'with an empty file name': 'Content-Disposition: form-data; name="file"; filename=""',
  'with a length of its own':
    'Content-Disposition: form-data; name="file"; filename="a.wav"\nContent-Length: 3884\nContent-Type: audio/wav',
  'with a transfer encoding':
    'Content-Disposition: form-data; name="file"; filename="a.wav"\nContent-Transfer-Encoding: binary',
};

test.each(Object.entries(parts))('a part %s is the file', async (_, head) => {
  const body = Buffer.concat([
    Buffer.from(`--b\r\n${head.replaceAll('\n', '\r\n')}\r\n\r\n`),
    wav,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const { host } = new URL(world.service.baseUrl);
  const connection = openKeptConnection(world.service.baseUrl);
  connection.send(
    `POST /api/v1/uploads HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${customer.secret}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  connection.send(body);
  const reply = await connection.read();
  expect(reply.status, reply.body).toBe(200);
  uploadReply.parse(JSON.parse(reply.body));
  connection.close();
});
