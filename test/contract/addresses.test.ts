/** Addresses in replies: each client receives those under which it reached the service. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { afterEach, describe, expect, test } from 'vitest';
import { detectSharedAddress } from '../../src/service/http/address.ts';
import { operations } from '../../src/contract/api/operations.ts';
import type { ServiceOptions } from '../../src/service/start/service-options.ts';
import { openKeptConnection } from '../client-conformance/support/kept-connection.ts';
import { callOperation } from './support/http-call.ts';
import { makeAsciiWav } from './support/samples.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
let secret: string;
let port: string;

async function open(options: Partial<ServiceOptions>): Promise<void> {
  world = await openWorld(options);
  ({ secret } = await world.newAccount());
  ({ port } = new URL(world.service.baseUrl));
}

afterEach(() => world.close());

/** The reply to a request that names `host`, over the loopback address. */
async function ask(
  host: string,
  target: `${'GET' | 'POST'} /${string}`,
  { body = '', status = 200 } = {},
): Promise<string> {
  const connection = openKeptConnection(`http://127.0.0.1:${port}`);
  connection.send(
    `${target} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${secret}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const reply = await connection.read();
  connection.close();
  expect(reply.status, reply.body).toBe(status);
  return reply.body;
}

async function askForSocket(host: string): Promise<string> {
  const body = JSON.stringify({ duration_minutes: 1 });
  const reply = await ask(host, 'POST /api/v1/voice-changer/session', { body });
  return z.object({ stream_url: z.string() }).parse(JSON.parse(reply)).stream_url;
}

describe('a service on all addresses', () => {
  test('gives a client of the network a link it can follow', async () => {
    await open({ host: '0.0.0.0' });
    const base = `http://${detectSharedAddress()}:${port}/api/v1`;
    const form = new FormData();
    form.set('file', new Blob([makeAsciiWav(0.5)]), 'voice.wav');
    const reply = await callOperation(base, operations.uploadFile, { key: secret, form });
    const { url } = z.object({ url: z.string() }).parse(reply.body);
    expect(url.startsWith(`${base}/files/`), url).toBe(true);
    expect((await fetch(url)).status).toBe(200);
    expect(world.service.baseUrl).toBe(base);
  });

  test.each(['studio.lan:8080', '192.168.7.9:8787', 'studio.example', '[2001:db8::7]:8787'])(
    'answers who calls it %s with that host',
    async (host) => {
      await open({ host: '0.0.0.0' });
      expect(await askForSocket(host)).toBe(`ws://${host}/api/v1/voice-changer/stream`);
      const document = await ask(host, 'GET /api/v1/openapi.json');
      expect(JSON.parse(document)).toMatchObject({ servers: [{ url: `http://${host}/api/v1` }] });
      expect(await ask(host, 'GET /docs')).toContain(`http://${host}/api/v1`);
    },
  );

  test.each(['evil.example/x?', 'a@b', '"><script>'])(
    'refuses the Host %s, and repeats nothing of it',
    async (host) => {
      await open({ host: '0.0.0.0' });
      const refused = await ask(host, 'GET /docs', { status: 400 });
      expect(refused).not.toContain(host);
    },
  );

  test.each(["a'b", '(a)', 'a:99999999', 'x'.repeat(300)])(
    'makes no address of the Host %s',
    async (host) => {
      await open({ host: '0.0.0.0' });
      const own = new URL(world.service.baseUrl).host;
      expect(await askForSocket(host)).toBe(`ws://${own}/api/v1/voice-changer/stream`);
      expect(await ask(host, 'GET /docs')).not.toContain(host);
    },
  );

  test('offers real-time swap and returns the address of its rooms', async () => {
    await open({ host: '0.0.0.0' });
    const body = JSON.stringify({ duration_minutes: 1 });
    const reply = await ask('studio.lan', 'POST /api/v1/real-time-swap/session', { body });
    expect(JSON.parse(reply)).toMatchObject({ stream_url: expect.stringContaining('studio.lan') });
    expect(world.log()).toContain(`Media rooms are on ${detectSharedAddress()}`);
  });
});

test('a public address takes precedence over the host of a request', async () => {
  await open({ host: '0.0.0.0', publicUrl: 'https://studio.example' });
  const access = await readFile(join(world.folder, 'owner-access.json'), 'utf8');
  ({ port } = new URL(z.object({ url: z.string() }).parse(JSON.parse(access)).url));
  expect(await askForSocket('inner:1')).toBe('wss://studio.example/api/v1/voice-changer/stream');
  expect(world.log()).toContain('This node runs no real-time swaps itself');
  const swap = `ws://127.0.0.1:${port}/api/v1/real-time-swap/stream`;
  expect(await readRefusal(`${swap}?session_token=none`)).toBe(401);
  const unknown = swap.replace('real-time-swap', 'real-time');
  expect(await readRefusal(`${unknown}?session_token=none`)).toBe(404);
});

test('a service of this machine answers under each of its names, and no other', async () => {
  await open({});
  expect(await askForSocket(`localhost:${port}`)).toContain(`ws://localhost:${port}/`);
  expect(await askForSocket(`127.0.0.1:${port}`)).toContain(`ws://127.0.0.1:${port}/`);
  await expect(askForSocket(`studio.lan:${port}`)).rejects.toThrow('forbidden');
});

/** Returns the status of a refused upgrade. */
function readRefusal(url: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const socket = new WebSocket(url);
  socket.on('unexpected-response', (request, { statusCode }) => {
    request.destroy();
    resolve(statusCode);
  });
  socket.on('open', () => reject(new Error('It was taken.')));
  socket.on('error', () => undefined);
  return promise;
}
