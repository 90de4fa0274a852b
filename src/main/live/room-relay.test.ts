import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openRoomRelay, type RoomRelay } from './room-relay.ts';

let ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.toReversed()) {
    await end();
  }
  ending = [];
});

interface Room {
  readonly url: string;
  readonly paths: string[];
  readonly clients: ReadonlySet<WebSocket>;
}

/** An endpoint of a room that echoes, and refuses wrong tokens. */
async function openEcho(): Promise<Room> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(`validate ${request.url}`);
    response.writeHead(401, { 'Content-Type': 'text/plain' }).end('expired token');
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    paths.push(request.url ?? '');
    if (request.url?.includes('access_token=good') !== true) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (bytes: Buffer, isBinary: boolean) => {
        client.send(bytes, { binary: isBinary });
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(async () => {
    server.closeAllConnections();
    server.close();
    for (const client of sockets.clients) {
      client.terminate();
    }
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}/base`, paths, clients: sockets.clients };
}

async function openRelay(): Promise<RoomRelay> {
  const relay = await openRoomRelay();
  ending.push(() => relay.close());
  return relay;
}

/** Resolves with the status that a connection was refused with. */
function readRefusal(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.on('error', () => undefined);
    socket.on('open', () => reject(new Error('It was let in.')));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
}

it('carries messages both ways to the path that the client asked for', async () => {
  const [room, relay] = [await openEcho(), await openRelay()];
  const address = relay.open(new URL(room.url));
  const page = new WebSocket(`${address}/rtc/v1?access_token=good&auto_subscribe=1`);
  await once(page, 'open');
  const bytes = Buffer.from([1, 2, 3, 0, 255]);
  page.send(bytes);
  const [echoed, isBinary] = (await once(page, 'message')) as [Buffer, boolean];
  expect(echoed).toEqual(bytes);
  expect(isBinary).toBe(true);
  page.send('as text');
  expect(String((await once(page, 'message'))[0])).toBe('as text');
  expect(room.paths).toEqual(['/base/rtc/v1?access_token=good&auto_subscribe=1']);
});

it('forwards everything that the client sends right after the handshake', async () => {
  const [room, relay] = [await openEcho(), await openRelay()];
  const page = new WebSocket(`${relay.open(new URL(room.url))}/rtc?access_token=good`);
  page.on('open', () => {
    for (let count = 0; count < 50; count += 1) {
      page.send(String(count));
    }
  });
  const received: string[] = [];
  page.on('message', (bytes: Buffer) => received.push(String(bytes)));
  await expect.poll(() => received.length).toBe(50);
  expect(received).toEqual(Array.from({ length: 50 }, (_, count) => String(count)));
});

it('tells each side when the other one leaves', async () => {
  const [room, relay] = [await openEcho(), await openRelay()];
  const address = relay.open(new URL(room.url));
  const first = new WebSocket(`${address}/rtc?access_token=good`);
  await once(first, 'open');
  first.close(1000);
  await expect.poll(() => room.clients.size).toBe(0);

  const second = new WebSocket(`${address}/rtc?access_token=good`);
  await once(second, 'open');
  for (const client of room.clients) {
    client.close(4001);
  }
  expect((await once(second, 'close'))[0]).toBe(4001);
});

it('forwards a refusal of the room with its reason', async () => {
  const [room, relay] = [await openEcho(), await openRelay()];
  const address = relay.open(new URL(room.url));
  expect(await readRefusal(`${address}/rtc/v1?access_token=bad`)).toBe(401);
  const requested = await fetch(
    `${address.replace('ws:', 'http:')}/rtc/v1/validate?access_token=bad`,
    {
      headers: { Origin: 'app://bundle' },
    },
  );
  expect(requested.status).toBe(401);
  expect(await requested.text()).toBe('expired token');
  expect(requested.headers.get('access-control-allow-origin')).toBe('app://bundle');
  expect(room.paths.at(-1)).toBe('validate /base/rtc/v1/validate?access_token=bad');
});

it('leads nowhere without the secret, to other paths, or once it is shut', async () => {
  const [room, relay] = [await openEcho(), await openRelay()];
  const address = relay.open(new URL(room.url));
  const origin = new URL(address).origin;
  const wrong = `${origin}/${'A'.repeat(22)}/rtc?access_token=good`;
  expect(await readRefusal(wrong)).toBe(404);
  expect(await readRefusal(`${origin}/rtc?access_token=good`)).toBe(404);
  expect(await readRefusal(`${address}/admin?access_token=good`)).toBe(404);
  expect(await readRefusal(`${address}/rtc/../admin?access_token=good`)).toBe(404);
  const page = new WebSocket(`${address}/rtc?access_token=good`);
  await once(page, 'open');

  const next = relay.open(new URL(room.url));
  await once(page, 'close');
  expect(await readRefusal(`${address}/rtc?access_token=good`)).toBe(404);
  relay.shut();
  expect(await readRefusal(`${next}/rtc?access_token=good`)).toBe(404);
  expect(room.paths).toEqual(['/base/rtc?access_token=good']);
});

it('says so when the room is not there', async () => {
  const relay = await openRelay();
  const address = relay.open(new URL('ws://127.0.0.1:9'));
  const failed = new WebSocket(`${address}/rtc?access_token=good`);
  await once(failed, 'error');
  const requested = await fetch(`${address.replace('ws:', 'http:')}/rtc/validate`);
  expect(requested.status).toBe(502);
});

it('refuses a connection to a room that is shut before the room answers', async () => {
  const relay = await openRelay();
  const asked = Promise.withResolvers<() => void>();
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    asked.resolve(() => {
      sockets.handleUpgrade(request, socket, head, () => undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const page = new WebSocket(`${relay.open(new URL(`ws://127.0.0.1:${port}/`))}/rtc`);
  const events: string[] = [];
  page.on('open', () => events.push('open'));
  page.on('error', () => events.push('error'));
  const answer = await asked.promise;
  relay.open(new URL('ws://127.0.0.1:9/'));
  answer();
  await expect.poll(() => page.readyState).toBe(WebSocket.CLOSED);
  expect(events).toEqual(['error']);
});
