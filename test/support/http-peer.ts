import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Timing } from '../../src/client/options.ts';

/** Request as received by the peer. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Answers one request; the last step of a peer answers all further ones. */
export type Step = (response: ServerResponse, request: SeenRequest) => void;

/** Small HTTP server that stands in for the service. */
export interface Peer {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a peer that answers with `steps`, one per request. */
export async function openPeer(...steps: readonly Step[]): Promise<Peer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(parts) };
      seen.push(one);
      steps[Math.min(seen.length, steps.length) - 1]?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function createReply(
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Answers with text that is not JSON. */
export function createTextReply(text: string, status = 200): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end(text);
  };
}

/** Answers with an error in the service's format. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Step {
  return createReply({ error: { code, message: `refused: ${code}` } }, status, headers);
}

/** Breaks the connection without an answer. */
export const drop: Step = (response) => {
  response.socket?.destroy();
};

/** Sends a part of a body and then stalls. */
export const stall: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":');
};

/** Creates a fake clock that advances only by sleeping; `sleepsMs` lists every sleep. */
export function createFakeTiming(): Timing & { readonly sleepsMs: number[] } {
  const sleepsMs: number[] = [];
  let nowMs = 1_790_000_000_000;
  return {
    sleepsMs,
    nowMs: () => nowMs,
    random: () => 0.5,
    sleep: (durationMs, signal) => {
      signal?.throwIfAborted();
      sleepsMs.push(durationMs);
      nowMs += durationMs;
      return Promise.resolve();
    },
  };
}
