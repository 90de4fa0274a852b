import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Reads what still comes of a refused request and drops it, so that its client can send to the end, read the
 * reply and use the connection again. A body that is declared longer than `maxBytes` is not waited for: its
 * reply says that the connection closes. One of unknown length is cut off after `maxBytes`.
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
