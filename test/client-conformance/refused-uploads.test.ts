/**
 * A kept-alive connection answers later requests after a refused upload, for every component and reason of the refusal.
 */
import { Agent, request as sendRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BYTES_PER_MB, limits, type RateTier, rateTiers } from '../../src/contract/api/limits.ts';
import { openWorld, type World } from '../contract/support/world.ts';
import { openKeptConnection } from './support/kept-connection.ts';

/** Longer than any reply, and far below the two minutes after which an idle connection ends. */
const HANG_MS = 20_000;
const BOUNDARY = 'a-boundary';
const MB = BYTES_PER_MB;

let world: World;

beforeAll(async () => {
  // A bucket that regains one request a minute stays empty on a machine of any speed.
  const requestsPerMinute = (tier: RateTier): number =>
    tier === 'default' ? 1 : rateTiers[tier].requestsPerMinute;
  world = await openWorld({ requestsPerMinute });
}, 60_000);

afterAll(() => world.close());

interface Upload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A file in a part; `before` comes ahead of it, `disposition` names it. */
function toBody(bytes: Uint8Array, { before = '', type = '', name = 'file' } = {}): Buffer {
  const declared = type === '' ? '' : `Content-Type: ${type}\r\n`;
  return Buffer.concat([
    Buffer.from(
      `${before}--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n${declared}\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

function toUpload(key: string, body: Buffer, type = 'multipart/form-data'): Upload {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': `${type}; boundary=${BOUNDARY}`,
  };
  return { headers, body };
}

/** More than all buffers between a client and the parser hold. */
const noise = Buffer.alloc(6 * MB, 'no picture, no sound, ');
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.alloc((limits.imageUploadMb + 2) * MB),
]);

async function exhaust(secret: string): Promise<string> {
  for (;;) {
    const { status } = await fetch(`${world.service.baseUrl}/account`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    if (status === 429) {
      return secret;
    }
  }
}

/** Refused uploads by their error code. `key` is one with permission to upload. */
const refusals: Readonly<
  Record<
    string,
    { readonly status: number; readonly make: (key: string) => Promise<Upload> | Upload }
  >
> = {
  'an unknown key': { status: 401, make: () => toUpload('guise_nobody', toBody(noise)) },
  'a key that may not upload': {
    status: 403,
    async make() {
      const own = await world.newAccount();
      return toUpload((await own.newKey(['jobs:read'])).secret, toBody(noise));
    },
  },
  'too many requests': {
    status: 429,
    async make() {
      const { secret } = await world.newAccount({ tier: 'default' });
      return toUpload(await exhaust(secret), toBody(noise));
    },
  },
  'content of no format': { status: 400, make: (key) => toUpload(key, toBody(noise)) },
  'a type that the content contradicts': {
    status: 400,
    make: (key) => toUpload(key, toBody(png, { type: 'audio/wav' })),
  },
  'a file that is too large': { status: 400, make: (key) => toUpload(key, toBody(png)) },
  'another field': {
    status: 422,
    make: (key) => toUpload(key, toBody(noise, { name: 'picture' })),
  },
  'a field before the file': {
    status: 422,
    make: (key) =>
      toUpload(
        key,
        toBody(noise, {
          before: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nimage\r\n`,
        }),
      ),
  },
  'a body without its boundary': { status: 400, make: (key) => toUpload(key, noise) },
  'a body that is no multipart': {
    status: 400,
    make: (key) => toUpload(key, noise, 'application/octet-stream'),
  },
};

/** A request as text, up to its body. */
function toHead(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const { host, pathname } = new URL(world.service.baseUrl);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`;
}

/** Rejects when a reply hangs, so that the test fails before the connection ends by itself. */
async function within<T>(subject: string, answer: Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = sleep(HANG_MS, null, { signal: abort.signal }).then(
    () => Promise.reject(new Error(`${subject} hangs.`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    abort.abort();
  }
}

describe.each(Object.entries(refusals))('an upload refused for %s', (_, { status, make }) => {
  test('is followed by answers on the same kept connection', { timeout: 60_000 }, async () => {
    const { secret } = await world.newAccount();
    const { headers, body } = await make(secret);
    const connection = openKeptConnection(world.service.baseUrl);
    connection.send(
      toHead('POST', '/uploads', { ...headers, 'content-length': String(body.length) }),
    );
    connection.send(body);
    const reply = await within('The refusal', connection.read());
    expect([reply.status, reply.headers.get('connection')], reply.body).toEqual([
      status,
      'keep-alive',
    ]);
    for (const index of [1, 2, 3, 4, 5]) {
      connection.send(toHead('GET', '/account', { authorization: `Bearer ${secret}` }));
      expect((await within(`Request ${index}`, connection.read())).status).toBe(200);
    }
    connection.close();
  });

  test('is followed by the replies to pipelined requests', { timeout: 60_000 }, async () => {
    const { secret } = await world.newAccount();
    const { headers, body } = await make(secret);
    const connection = openKeptConnection(world.service.baseUrl);
    connection.send(
      toHead('POST', '/uploads', { ...headers, 'content-length': String(body.length) }),
    );
    connection.send(body);
    connection.send(toHead('GET', '/account', { 'x-api-key': secret }).repeat(5));
    const statuses: number[] = [];
    while (statuses.length < 6) {
      statuses.push((await within(`Reply ${statuses.length}`, connection.read())).status);
    }
    expect(statuses).toEqual([status, 200, 200, 200, 200, 200]);
    connection.close();
  });

  test('in chunks is followed by answers too', { timeout: 60_000 }, async () => {
    const { secret } = await world.newAccount();
    const { headers, body } = await make(secret);
    const connection = openKeptConnection(world.service.baseUrl);
    connection.send(toHead('POST', '/uploads', { ...headers, 'transfer-encoding': 'chunked' }));
    for (let at = 0; at < body.length; at += MB) {
      const chunk = body.subarray(at, at + MB);
      connection.send(`${chunk.length.toString(16)}\r\n`);
      connection.send(chunk);
      connection.send('\r\n');
    }
    connection.send('0\r\n\r\n');
    expect((await within('The refusal', connection.read())).status).toBe(status);
    connection.send(toHead('GET', '/account', { 'x-api-key': secret }).repeat(2));
    expect((await within('Request 1', connection.read())).status).toBe(200);
    expect((await within('Request 2', connection.read())).status).toBe(200);
    connection.close();
  });

  test('by fetch is followed by answers to fetch', { timeout: 60_000 }, async () => {
    const { secret } = await world.newAccount();
    const { headers, body } = await make(secret);
    const url = world.service.baseUrl;
    const refused = await within(
      'The refusal',
      fetch(`${url}/uploads`, { method: 'POST', headers, body: new Uint8Array(body) }),
    );
    expect(refused.status, await refused.text()).toBe(status);
    for (const index of [1, 2, 3, 4, 5]) {
      const reply = await within(
        `Request ${index}`,
        fetch(`${url}/account`, { headers: { authorization: `Bearer ${secret}` } }),
      );
      await reply.arrayBuffer();
      expect(reply.status).toBe(200);
    }
  });
});

test("every refused upload keeps the one connection of Node's agent usable", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, { headers, body }: Upload): Promise<number> =>
    new Promise((resolve, reject) => {
      const length = { 'content-length': String(body.length) };
      const outgoing = sendRequest(
        `${world.service.baseUrl}${path}`,
        { agent, method, headers: { ...headers, ...length } },
        (reply) => {
          reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
        },
      );
      outgoing.on('error', reject).end(body);
    });
  const { secret } = await world.newAccount();
  const read: Upload = { headers: { 'x-api-key': secret }, body: Buffer.alloc(0) };
  for (const [why, { status, make }] of Object.entries(refusals)) {
    expect(await within(why, ask('POST', '/uploads', await make(secret))), why).toBe(status);
    expect(await within(`After ${why}`, ask('GET', '/account', read)), why).toBe(200);
  }
  agent.destroy();
}, 120_000);

test('a JSON body that is too long is followed by answers on the same connection', async () => {
  const { secret } = await world.newAccount();
  const connection = openKeptConnection(world.service.baseUrl);
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
  connection.send(
    toHead('POST', '/face-swap', { ...headers, 'content-length': String(noise.length) }),
  );
  connection.send(noise);
  expect((await within('The refusal', connection.read())).status).toBe(400);
  connection.send(toHead('GET', '/account', { 'x-api-key': secret }).repeat(2));
  expect((await within('Request 1', connection.read())).status).toBe(200);
  expect((await within('Request 2', connection.read())).status).toBe(200);
  connection.close();
});

test('an upload declared longer than any file gets a reply that announces the end of its connection', async () => {
  const { secret } = await world.newAccount();
  const connection = openKeptConnection(world.service.baseUrl);
  const { headers } = toUpload(secret, Buffer.alloc(0));
  connection.send(toHead('POST', '/uploads', { ...headers, 'content-length': String(600 * MB) }));
  connection.send(noise);
  const reply = await connection.read();
  expect(reply.status, reply.body).toBe(400);
  expect(reply.body).toContain('input_too_large');
  expect(reply.headers.get('connection')).toBe('close');
  await connection.closed;
});
