import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { faultDetails } from '../../../base/faults.ts';
import { createByteBudget } from '../socket/budgets.ts';
import { LiveSocket } from '../socket/live-socket.ts';
import { SwapConnection } from './swap-connection.ts';

const limits = {
  maxMessageBytes: 1000,
  messagesPerSecond: 10,
  bytesPerSecond: 1000,
  maxWaitingBytes: 1000,
};

it('reports the exact fault of a picture, and no other details', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const arrived = once(server, 'connection') as Promise<[WebSocket]>;
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [accepted] = await arrived;
  const ignore = (): void => undefined;
  const listener = { onActive: ignore, onJoin: ignore, onRequest: ignore, onAbsent: ignore };
  const connection = new SwapConnection(1000, listener);
  connection.attach(new LiveSocket(accepted, limits, createByteBudget(1000, 1000)));
  const fault = faultDetails('file_damaged');
  const said = once(client, 'message');
  connection.warn('unsupported_format', 'Damaged.', {
    subject: 'set_image',
    details: { ...fault, path: '/home/x' },
  });
  expect(JSON.parse(String((await said)[0]))).toEqual({
    type: 'warning',
    code: 'unsupported_format',
    message: 'Damaged.',
    details: fault,
    for: 'set_image',
  });
  connection.stopWaiting();
  client.close();
  await once(client, 'close');
  connection.stopWaiting();
  server.close();
});
