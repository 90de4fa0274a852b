import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { ObsConnection } from './obs-connection.ts';

const servers: { close(): unknown }[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.close();
  }
});

it('says that nothing listens', async () => {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await expect(ObsConnection.open({ port, password: null })).rejects.toMatchObject({
    code: 'service_unreachable',
    remedy: 'start_obs',
  });
});

it('says that another program has the port', async () => {
  const port = await listen(createServer((socket) => socket.end('220 mail\r\n')));
  await expect(ObsConnection.open({ port, password: 'x' })).rejects.toMatchObject({
    remedy: 'check_port',
  });
});

it('takes a server that waits to be spoken to for an OBS before 28', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opened = ObsConnection.open({ port, password: 'x' });
  await once(server, 'connection');
  let isOver = false;
  const ended = opened.catch((error: unknown) => error).finally(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ended).toMatchObject({ code: 'capability_unavailable', remedy: 'update_obs' });
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
