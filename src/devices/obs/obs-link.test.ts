import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ObsLink } from './obs-link.ts';

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
  // A try takes 5 s, in which five periodic checks are due.
  expect(await link.connect({ port, password: null })).toMatchObject({ remedy: 'update_obs' });
  await expect.poll(() => sockets.length).toBe(2);
  expect(await link.disconnect()).toMatchObject({ state: 'off', remedy: null });
  expect(sockets).toHaveLength(2);
  expect(failures).toEqual([]);
  for (const socket of sockets) {
    socket.destroy();
  }
  server.close();
}, 60_000);
