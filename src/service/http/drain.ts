import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Reads the rest of a refused request's body and discards it, so that the client can finish sending, read the
 * reply and reuse the connection. A body declared longer than `maxBytes` is not awaited: the reply announces
 * that the connection closes. A body of unknown length is cut off after `maxBytes`.
 */
export function drainRest(request: FastifyRequest, reply: FastifyReply, maxBytes: number): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) {
    return;
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    reply.header('connection', 'close');
    return;
  }
  // The parser of JSON bodies closes where it stops reading, which cuts a client off that still sends.
  if (reply.hasHeader('connection')) {
    reply.removeHeader('connection');
  }
  let leftBytes = maxBytes;
  raw.unpipe();
  raw.on('error', () => undefined);
  raw.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.byteLength;
    if (leftBytes < 0) {
      raw.destroy();
    }
  });
  // `unpipe` stops the flow, and a listener alone does not start it again.
  raw.resume();
}
