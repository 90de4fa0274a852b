import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { SwapServerMessage } from '../../../src/contract/api/sockets.ts';

/** A client of the socket of a swap session. */
export interface SwapClient {
  /** Received messages, in order. */
  readonly messages: SwapServerMessage[];
  readonly socket: WebSocket;
  send(message: object): void;
  /** Returns the first message of a type, received already or later. */
  next<T extends SwapServerMessage['type']>(
    type: T,
  ): Promise<Extract<SwapServerMessage, { type: T }>>;
  /** Close code, null while open. */
  readonly closed: Promise<number>;
  /** Goes without a farewell. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens the socket of a session. */
export async function openSwapClient(
  streamUrl: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SwapClient> {
  const socket = new WebSocket(`${streamUrl}?session_token=${token}`, { headers });
  const messages: SwapServerMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (raw: Buffer) => {
    messages.push(JSON.parse(raw.toString('utf8')) as SwapServerMessage);
    waiting.forEach((look) => look());
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code));
  });
  socket.on('unexpected-response', (request, { statusCode }) => {
    request.destroy();
    socket.emit('error', new Error(`refused with ${statusCode}`));
  });
  await once(socket, 'open');
  return {
    messages,
    socket,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    async next(type) {
      for (;;) {
        const found = messages.find((message) => message.type === type);
        if (found !== undefined) {
          return found as never;
        }
        if (socket.readyState === WebSocket.CLOSED) {
          throw new Error(`closed without ${type}: ${JSON.stringify(messages)}`);
        }
        await new Promise<void>((resolve) => {
          const look = (): void => {
            waiting.delete(look);
            socket.off('close', look);
            resolve();
          };
          waiting.add(look);
          socket.once('close', look);
        });
      }
    },
    cut: () => socket.terminate(),
    async close() {
      socket.close();
      await closed;
    },
  };
}

/** Returns the reply of the service to an upgrade that it refuses. */
export async function readRefusal(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const socket = new WebSocket(address, { headers });
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
  }
  return {
    status: response.statusCode ?? 0,
    body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown,
  };
}
