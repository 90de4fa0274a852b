import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';

/** Receivers of webhooks, most of them hostile. */
export interface HostileHooks {
  /** Addresses for `callback_url`. */
  readonly urls: readonly string[];
  /** Deliveries that came, by path. */
  readonly counts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Path that must never receive a delivery: a redirect leads there. */
export const TRAP = '/trap';

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/good': (response) => response.writeHead(204).end(),
  '/never': () => undefined,
  '/slow': (response) => drip(response, 'x', 200),
  '/redirect': (response) => response.writeHead(307, { location: TRAP }).end(),
  '/broken': (response) => response.writeHead(500).end('no'),
  '/huge': (response) => flood(response),
  '/later': (response) => response.writeHead(503, { 'retry-after': '999999999' }).end(),
  '/hangs-up': (response) => response.destroy(),
};

/** Opens them on a port of this machine. */
export async function openHostileHooks(): Promise<HostileHooks> {
  const counts = new Map<string, number>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    request.resume();
    response.on('error', () => undefined);
    request.once('end', () => answers[path]?.(response));
  };
  // Each on its own address, because deliveries are distributed by host.
  const hooks = await Promise.all(
    Object.keys(answers).map((path, index) => listen(`127.0.0.${index + 2}`, path, listener)),
  );
  return {
    urls: hooks.map(({ url }) => url),
    counts,
    async close() {
      await Promise.all(
        hooks.map(async ({ server }) => {
          const closed = once(server, 'close');
          server.closeAllConnections();
          server.close();
          await closed;
        }),
      );
    },
  };
}

async function listen(
  host: string,
  path: string,
  listener: RequestListener,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://${host}:${port}${path}`, server };
}

/** Sends a byte now and then, for longer than any client waits. */
function drip(response: ServerResponse, bytes: string, everyMs: number): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(bytes), everyMs);
  response.once('close', () => clearInterval(timer));
}

function flood(response: ServerResponse): void {
  response.writeHead(200);
  const bytes = Buffer.alloc(65_536, 'x');
  const send = (): void => {
    while (!response.destroyed && response.write(bytes)) {
      // Until the other side stops reading.
    }
  };
  response.on('drain', send);
  send();
}
