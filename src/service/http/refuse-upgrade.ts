import type { Duplex } from 'node:stream';
import { toErrorBody, toHttpStatus } from '../../contract/api/errors.ts';
import { endWithReply } from './end-with-reply.ts';
import { listFailureHeaders } from './failure-headers.ts';
import { listUpgradeHeaders } from './upgrade-headers.ts';

/** Answers an upgrade request with the error body, its status and fault instead, and ends the connection. */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = toHttpStatus(error);
  const body = JSON.stringify(toErrorBody(error));
  endWithReply(socket, status, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      ...listUpgradeHeaders(socket),
      ...listFailureHeaders(error),
    },
    body,
  });
}
