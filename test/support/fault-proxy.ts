import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What goes wrong with one request. */
export type Fault =
  /** Refused in the place of the service, which sees nothing of it. */
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly code: string;
      readonly retryAfterS?: number;
    }
  /** The service does its work, and its answer is lost. */
  | { readonly kind: 'lose_answer' }
  /** The connection breaks after so many bytes of the request. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** So many bytes of the request go on in a second. */
  | { readonly kind: 'slow'; readonly bytesPerS: number };

/** A request as it came. */
export interface PassedRequest {
  readonly method: string;
  /** Below the version prefix, without a query. */
  readonly path: string;
  readonly idempotencyKey: string | null;
}

/** A service with faults in front of it. */
export interface FaultProxy {
  /** Address of the proxy, with the version prefix. */
  readonly baseUrl: string;
  readonly seen: readonly PassedRequest[];
  /** Decides about each request from now on; null lets it pass. */
  setFault: (find: (request: PassedRequest) => Fault | null) => void;
  close: () => Promise<void>;
}

/** Opens a proxy on loopback before the API at an address. */
export async function openFaultProxy(targetBaseUrl: string): Promise<FaultProxy> {
  const target = new URL(targetBaseUrl);
  const seen: PassedRequest[] = [];
  let find: (request: PassedRequest) => Fault | null = () => null;
  const server = createServer((request, response) => {
    const one = toPassed(request, target.pathname);
    seen.push(one);
    const { socket } = request;
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const fault = find(one);
    if (fault?.kind === 'refuse') {
      refuse(request, response, fault);
    } else {
      void pass(request, response, { target, fault }).catch(() => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${target.pathname}`,
    seen,
    setFault: (next) => {
      find = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toPassed(request: IncomingMessage, prefix: string): PassedRequest {
  const { method = '', url = '', headers } = request;
  const key = headers['idempotency-key'];
  return {
    method,
    path: withoutPrefix(url.split('?')[0] ?? '', prefix),
    idempotencyKey: typeof key === 'string' ? key : null,
  };
}

function withoutPrefix(path: string, prefix: string): string {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** Addresses in an answer lead through the proxy as well. */
async function answerThrough(
  answer: IncomingMessage,
  response: ServerResponse,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { statusCode = 502, headers } = answer;
  if (headers['content-type']?.startsWith('application/json') !== true) {
    response.writeHead(statusCode, headers);
    answer.pipe(response);
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of answer) {
    parts.push(part);
  }
  const body = Buffer.from(Buffer.concat(parts).toString('utf8').replaceAll(from, to));
  response.writeHead(statusCode, { ...headers, 'content-length': body.byteLength });
  response.end(body);
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, retryAfterS }: Extract<Fault, { kind: 'refuse' }>,
): void {
  request.resume();
  request.on('end', () => {
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    });
    response.end(JSON.stringify({ error: { code, message: `Refused with ${code}.` } }));
  });
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { target, fault }: { readonly target: URL; readonly fault: Fault | null },
): Promise<void> {
  // The request lets go of it once it was read.
  const { method, url, headers, socket } = request;
  const onward = sendRequest({
    host: target.hostname,
    port: target.port,
    method,
    path: url,
    // Services answer to their own name only.
    headers: { ...headers, host: target.host },
  });
  onward.on('error', () => socket.destroy());
  onward.on('response', (answer) => {
    if (fault?.kind === 'lose_answer') {
      answer.resume();
      answer.on('end', () => socket.destroy());
      return;
    }
    void answerThrough(answer, response, { from: target.origin, to: `http://${headers.host}` });
  });
  response.on('close', () => onward.destroy());
  let passedBytes = 0;
  for await (const piece of request) {
    const bytes: Buffer = piece;
    passedBytes += bytes.byteLength;
    if (fault?.kind === 'cut' && passedBytes > fault.afterBytes) {
      onward.destroy();
      socket.destroy();
      return;
    }
    if (fault?.kind === 'slow') {
      await sleep((bytes.byteLength / fault.bytesPerS) * 1000);
    }
    onward.write(bytes);
  }
  onward.end();
}
