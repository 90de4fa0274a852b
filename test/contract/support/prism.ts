import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenApiDocument } from '../../../src/contract/api/openapi/document.ts';
import { findFreePort } from '../../support/free-port.ts';

/** Header by which a request picks the service behind the proxy. */
export const WORLD_HEADER = 'x-test-world';

/** The validating proxy and the switch behind it. */
export interface Prism {
  /** Base address; requests pass the proxy, then the switch, then reach a service. */
  readonly url: string;
  /** Adds a service; requests name it by {@link WORLD_HEADER}, the first one is the default. */
  add(name: string, baseUrl: string): void;
  close(): Promise<void>;
}

/**
 * Starts Prism as validation proxy in front of any number of services. Requests go on even when they
 * violate the document, since most tests do that on purpose; what Prism finds comes back in the header
 * `sl-violations` of the reply.
 */
export async function openPrism(): Promise<Prism> {
  const services = new Map<string, string>();
  const behind = await openSwitch(services);
  const folder = await mkdtemp(join(tmpdir(), 'guise-prism-'));
  const port = await findFreePort();
  const document = join(folder, 'api.json');
  await writeFile(document, JSON.stringify(createOpenApiDocument('/')));
  const cli = join(import.meta.dirname, '../../../node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [cli, 'proxy', document, behind.url, '--port', String(port), '--host', '127.0.0.1'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  await untilListening(child);
  return {
    url: `http://127.0.0.1:${port}`,
    add(name, baseUrl) {
      services.set(name, baseUrl);
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await behind.close();
      await rm(folder, { recursive: true });
    },
  };
}

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const onText = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('Prism is listening')) {
        resolve();
      }
    };
    child.stdout?.on('data', onText);
    child.stderr?.on('data', onText);
    child.once('exit', (code) => {
      reject(new Error(`Prism ended with ${code}: ${said.slice(-2000)}`));
    });
  });
}

/** Forwards bytes as they are; Prism speaks to one upstream only. */
async function openSwitch(
  services: ReadonlyMap<string, string>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const name = incoming.headers[WORLD_HEADER];
    const base = services.get(typeof name === 'string' ? name : '') ?? [...services.values()][0];
    const target = new URL(`${base ?? ''}${incoming.url ?? ''}`);
    const { [WORLD_HEADER]: _, ...headers } = incoming.headers;
    const forwarded = sendRequest(
      target,
      { method: incoming.method, headers: { ...headers, host: target.host } },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
