import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Receives one webhook. */
export async function openHookReceiver(): Promise<{
  readonly url: string;
  readonly body: Promise<unknown>;
}> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    response.once('close', () => server.close());
    resolve(json(request).finally(() => response.end()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}/hook`, body: promise };
}
