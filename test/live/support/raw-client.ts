import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  ClientInfo,
  ClientInfo_SDK,
  JoinRequest,
  SignalRequest,
  SignalResponse,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import { WebSocket } from 'ws';
import type { Target } from './targets.ts';

/** A message of the server by its name. */
type Received<Case extends SignalResponse['message']['case']> = Extract<
  SignalResponse['message'],
  { case: Case }
>['value'];

/** A signalling socket without a client library, for messages that no client would send. */
export interface RawClient {
  readonly socket: WebSocket;
  readonly received: SignalResponse[];
  /** Code with which the socket was closed; null while it is open. */
  readonly closed: () => number | null;
  readonly send: (message: SignalRequest['message']) => void;
  /** The next message of a kind that was not waited for before. */
  readonly next: <Case extends NonNullable<SignalResponse['message']['case']>>(
    name: Case,
  ) => Promise<Received<Case>>;
  readonly close: () => Promise<void>;
}

const waitMs = 15_000;

/** Opens a socket and returns the reply to the upgrade: the status of a refusal, or the kind of the first message. */
export async function knock(
  target: Pick<Target, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | string> {
  const socket = new WebSocket(`${target.url}${path}`, { headers });
  socket.on('error', () => {});
  try {
    return await new Promise<number | string>((resolve) => {
      socket.on('unexpected-response', (request, response) => {
        request.destroy();
        resolve(response.statusCode ?? 0);
      });
      socket.on('message', (message) =>
        resolve(SignalResponse.fromBinary(message as Buffer).message.case ?? ''),
      );
      socket.on('close', (code) => resolve(`closed ${code}`));
    });
  } finally {
    socket.terminate();
  }
}

/** The `join_request` of the newer signalling. */
export function writeJoinRequest(
  join: Partial<JoinRequest> = {},
  {
    compress = gzipSync,
    hasClient = true,
  }: {
    readonly compress?: (bytes: Uint8Array) => Uint8Array;
    readonly hasClient?: boolean;
  } = {},
): string {
  const clientInfo = new ClientInfo({ sdk: ClientInfo_SDK.JS });
  const request = new JoinRequest(hasClient ? { clientInfo, ...join } : join);
  const wrapped = new WrappedJoinRequest({
    compression: WrappedJoinRequest_Compression.GZIP,
    joinRequest: compress(request.toBinary()),
  });
  return Buffer.from(wrapped.toBinary()).toString('base64url');
}

/** Joins by the older signalling, unless another path is given. The caller closes it. */
export async function openRaw(
  target: Pick<Target, 'url'>,
  token: string,
  path = '/rtc?auto_subscribe=1',
): Promise<RawClient> {
  const socket = new WebSocket(`${target.url}${path}&access_token=${token}`);
  const received: SignalResponse[] = [];
  let closedWith: number | null = null;
  let taken = 0;
  socket.on('error', () => {});
  socket.on('close', (code) => {
    closedWith = code;
  });
  socket.on('message', (message, isBinary) => {
    const bytes = message as Buffer;
    received.push(
      isBinary ? SignalResponse.fromBinary(bytes) : SignalResponse.fromJsonString(bytes.toString()),
    );
  });
  await once(socket, 'open');
  const client: RawClient = {
    socket,
    received,
    closed: () => closedWith,
    send: (message) => socket.send(new SignalRequest({ message }).toBinary()),
    async next(name) {
      const endMs = performance.now() + waitMs;
      while (performance.now() < endMs) {
        const at = received.findIndex(
          ({ message }, index) => index >= taken && message.case === name,
        );
        if (at >= 0) {
          taken = at + 1;
          return received[at]!.message.value as Received<typeof name>;
        }
        await pause(10);
      }
      throw new Error(`No ${name} came; ${received.map(({ message }) => message.case).join(', ')}`);
    },
    async close() {
      if (socket.readyState !== WebSocket.CLOSED) {
        socket.close();
        await Promise.race([once(socket, 'close'), pause(1000)]);
        socket.terminate();
      }
    },
  };
  return client;
}
