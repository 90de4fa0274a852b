import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { endSocket } from '../../base/end-socket.ts';

/** Ends a connection that has no response object with a reply of HTTP/1.1; `headers` include those of its content. */
export function endWithReply(
  socket: Duplex,
  status: number,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  endSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`,
  );
}
