import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createUnroutedReplies } from './unrouted-replies.ts';

/** Sends a request, and bytes that are no HTTP after the reply begins; returns all that comes back. */
async function receive(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
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
  return received;
}

it('become no part of a file that is on its way when no HTTP follows the request', async () => {
  const received = await receive((_request, response) => {
    response.writeHead(200, { 'content-length': 2000 });
    response.write('f'.repeat(1000));
  });
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).not.toContain('HTTP/1.1 400');
});

it('follow a reply that is whole', async () => {
  const received = await receive((_request, response) => {
    response.end('whole');
  });
  expect(received).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nwholeHTTP\/1\.1 400 /);
});

it('wait for the reply to a whole request that is still carried out', async () => {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('done'), 20);
  });
  server.on('clientError', createUnroutedReplies(() => ({})).refuseMalformed);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}GARBAGE\r\n\r\n');
  await once(socket, 'close');
  server.close();
  expect(received).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\ndoneHTTP\/1\.1 400 /);
});

it('wait once, however many bytes come meanwhile', async () => {
  const replies: ServerResponse[] = [];
  const server = createServer((_request, response) => replies.push(response));
  const { refuseMalformed } = createUnroutedReplies(() => ({}));
  let reports = 0;
  server.on('clientError', (error, socket) => {
    reports += 1;
    refuseMalformed(error, socket as Socket);
    if (reports < 12) {
      client.write('GARBAGE\r\n');
    } else {
      expect(replies[0]?.listenerCount('finish')).toBeLessThan(5);
      replies[0]?.end('done');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}GARBAGE\r\n');
  await once(client, 'close');
  server.close();
  expect(reports).toBe(12);
  expect(received).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\ndoneHTTP\/1\.1 400 /);
});

it('do not wait for a request that is not whole', async () => {
  const server = createServer(() => undefined);
  server.on('clientError', createUnroutedReplies(() => ({})).refuseMalformed);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n');
  await once(socket, 'close');
  server.close();
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
});
