import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Fault of one request. */
export type Fault =
  /** The proxy refuses the request, and the service does not see it. */
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly code: string;
      readonly retryAfterS?: number;
    }
  /** The service handles the request, and its answer is lost. */
  | { readonly kind: 'lose_answer' }
  /** The connection breaks after this many bytes of the request. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** The request is forwarded at this rate. */
  | { readonly kind: 'slow'; readonly bytesPerS: number };

/** Request as received. */
export interface PassedRequest {
  readonly method: string;
  /** Path below the version prefix, without its query. */
  readonly path: string;
  readonly idempotencyKey: string | null;
}

/** Proxy that puts faults in front of a service. */
export interface FaultProxy {
  /** Address of the proxy, with the version prefix. */
  readonly baseUrl: string;
  readonly seen: readonly PassedRequest[];
  /** Sets the function that chooses the fault of each later request; null forwards the request. */
  setFault: (find: (request: PassedRequest) => Fault | null) => void;
  close: () => Promise<void>;
}

/** Opens a proxy on loopback for the API at an address. */
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

/** Forwards an answer, with the addresses in it changed to those of the proxy. */
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
  // Read now, because the request loses its socket after its end.
  const { method, url, headers, socket } = request;
  const onward = sendRequest({
    host: target.hostname,
    port: target.port,
    method,
    path: url,
    // Services accept only their own host name.
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
