import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileConnected } from './while-connected.ts';

const server = createServer({ allowHalfOpen: true });

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

async function openPair(): Promise<{ readonly client: Socket; readonly socket: Socket }> {
  const connected = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await connected) as [Socket];
  socket.on('error', () => undefined);
  return { client, socket };
}

test('a connection may be silent for longer while it is worked for, and no longer after that', async () => {
  const { client, socket } = await openPair();
  for (const usualMs of [120_000, 0]) {
    socket.setTimeout(usualMs);
    expect(await whileConnected(socket, 290_000, () => Promise.resolve(socket.timeout))).toBe(
      290_000,
    );
    expect(socket.timeout).toBe(usualMs);
    const failed = whileConnected(socket, 290_000, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(socket.timeout).toBe(usualMs);
  }
  expect(socket.listenerCount('close')).toBe(0);
  client.destroy();
  socket.destroy();
});

test('aborts work when the client disconnects', async () => {
  const { client, socket } = await openPair();
  const work = whileConnected(socket, 290_000, async (signal) => {
    const aborted = once(signal, 'abort');
    client.resetAndDestroy();
    await aborted;
    signal.throwIfAborted();
  });
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
});
