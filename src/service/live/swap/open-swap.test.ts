import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createSocketRoutes } from '../../http/socket-routes.ts';
import { createCloseStack } from '../../start/close-stack.ts';
import type { Core } from '../../start/core.ts';
import { createLiveEngines } from '../live-engines.ts';
import { openRealTimeSwap } from './open-swap.ts';

it('a worker whose connection is reset before anything is loaded does not end the node', async () => {
  const sockets = createSocketRoutes();
  const closing = createCloseStack();
  const troubles: string[] = [];
  openRealTimeSwap(
    {
      core: {} as Core,
      live: createLiveEngines(),
      sockets,
      rooms: { host: '127.0.0.1', isProxied: false, pageOrigins: [], env: {} },
      workerKey: 'k'.repeat(32),
      isStopping: () => false,
      onTrouble: (message) => troubles.push(message),
    },
    closing,
  );
  const socket = new Duplex({ read: () => undefined });
  const request = { url: '/api/v1/live-workers', headers: { upgrade: 'websocket' } };
  sockets.accept(request as unknown as IncomingMessage, socket, Buffer.alloc(0));
  expect(socket.listenerCount('error')).toBeGreaterThan(0);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // `once` would listen for errors too.
  socket.on('close', resolve);
  socket.destroy(new Error('read ECONNRESET'));
  await closed;
  await closing.closeAll();
  expect(troubles).toEqual([]);
});
