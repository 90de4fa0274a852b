import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { createUnroutedReplies } from './unrouted-replies.ts';

const fileBytes = 20_000_000;

it('become no part of a file that is on its way when no HTTP follows the request', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': fileBytes });
    response.end(Buffer.alloc(fileBytes, 'f'));
  });
  server.on('clientError', createUnroutedReplies(() => ({})).refuseMalformed);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  // The connection may be cut by a reset or an end.
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.write('GARBAGE\r\n\r\n');
  await once(socket, 'close');
  server.close();
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).not.toContain('HTTP/1.1 400');
});
