import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createByteBudget } from './budgets.ts';
import { LiveSocket } from './live-socket.ts';

const limits = {
  maxMessageBytes: 1000,
  messagesPerSecond: 10,
  bytesPerSecond: 1000,
  maxWaitingBytes: 1000,
};
const PING_MS = 15_000;

afterEach(() => {
  vi.useRealTimers();
});

it('keeps a client whose answers it does not read, and drops one that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const arrived = once(server, 'connection') as Promise<[WebSocket]>;
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new WebSocket(address, { autoPong: false });
  const [[accepted]] = await Promise.all([arrived, once(client, 'open')]);
  const socket = new LiveSocket(accepted, limits, createByteBudget(1000, 1000));
  vi.advanceTimersByTime(PING_MS);
  expect(socket.isOpen).toBe(true);
  socket.listen({ onText: () => undefined, onBinary: () => undefined, onClosed: () => undefined });
  socket.pause();
  vi.advanceTimersByTime(4 * PING_MS);
  expect(socket.isOpen).toBe(true);
  socket.resume();
  vi.advanceTimersByTime(PING_MS);
  expect(socket.isOpen).toBe(true);
  vi.advanceTimersByTime(PING_MS);
  expect(socket.isOpen).toBe(false);
  client.terminate();
  server.close();
});
