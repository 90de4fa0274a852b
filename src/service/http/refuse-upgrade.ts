import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { endSocket } from '../../base/end-socket.ts';
import { toErrorBody, toFaultHeader, toHttpStatus } from '../../contract/api/errors.ts';
import { headerNames } from '../../contract/api/headers.ts';

const furtherHeaders = new WeakMap<Duplex, () => Readonly<Record<string, string>>>();

/** Sets where the headers of {@link refuseUpgrade} beside those of the error come from. */
export function setRefusalHeaders(
  socket: Duplex,
  toHeaders: () => Readonly<Record<string, string>>,
): void {
  furtherHeaders.set(socket, toHeaders);
}

/** Answers an upgrade request with the error body, its status and fault instead, and ends the connection. */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = toHttpStatus(error);
  const body = JSON.stringify(toErrorBody(error));
  const fault = toFaultHeader(error);
  const further = Object.entries(furtherHeaders.get(socket)?.() ?? {});
  endSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      (fault === null ? '' : `${headerNames.errorDetails}: ${fault}\r\n`) +
      further.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
      `Connection: close\r\n\r\n${body}`,
  );
}
