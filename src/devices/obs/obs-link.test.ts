import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { ObsLink } from './obs-link.ts';

afterEach(() => void vi.useRealTimers());

it('disconnects after the try that runs, whatever a program on the port of OBS leaves unanswered', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const failures: unknown[] = [];
  const link = new ObsLink({
    stream: {
      open: async () => ({ port: 1, readers: 0 }),
      readFields: async () => null,
      close: async () => undefined,
    },
    readSettings: async () => ({ isInstalled: true, isServerOn: true, port }),
    findMicrophone: async () => null,
    onStatus: () => undefined,
    onFailure: (error) => failures.push(error),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const tryMs = 5_000; // Five periodic checks are due in it.
  const connected = link.connect({ port, password: null });
  await expect.poll(() => sockets.length).toBe(1);
  await vi.advanceTimersByTimeAsync(tryMs);
  expect(await connected).toMatchObject({ remedy: 'update_obs' });
  await expect.poll(() => sockets.length).toBe(2);
  const disconnected = link.disconnect();
  await vi.advanceTimersByTimeAsync(tryMs);
  expect(await disconnected).toMatchObject({ state: 'off', remedy: null });
  expect(sockets).toHaveLength(2);
  expect(failures).toEqual([]);
  for (const socket of sockets) {
    socket.destroy();
  }
  server.close();
});
