import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refusedByState, toErrorBody, toHttpStatus } from '../../contract/api/errors.ts';
import type { RateHeaders } from './admission.ts';
import { endWithReply } from './end-with-reply.ts';
import { toFailure } from './failure.ts';

/** Statuses of bytes that are not HTTP, and of a request whose `Expect` header asks for something unknown. */
const MALFORMED = 400;
const EXPECTATION_FAILED = 417;

/** Replies to what never reaches a route and its hooks. */
export interface UnroutedReplies {
  /** Answers bytes that are not HTTP, for which there is no request object. */
  readonly refuseMalformed: (error: Error, socket: Socket) => void;
  /** Answers a request whose address cannot be decoded. */
  readonly refuseAddress: (
    error: unknown,
    request: { readonly id: string; readonly ip: string },
    response: ServerResponse,
  ) => void;
  /** Answers an expectation other than `100-continue`. */
  readonly refuseExpectation: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Makes the replies, with the error body and the rate headers of every reply. */
export function createUnroutedReplies(
  countUnknown: (address: string) => RateHeaders,
): UnroutedReplies {
  /** Replies that a refusal waits for: the parser reports its error again for all bytes that come meanwhile. */
  const awaited = new WeakSet<ServerResponse>();

  function refuse(
    response: ServerResponse,
    failure: unknown,
    { status = toHttpStatus(failure), headers }: { status?: number; headers: RateHeaders },
  ): void {
    const body = JSON.stringify(toErrorBody(failure));
    response.writeHead(status, { ...toContentHeaders(body), ...headers });
    response.end(body);
  }

  return {
    refuseMalformed: function refuseMalformed(error, socket) {
      const isReset = 'code' in error && error.code === 'ECONNRESET';
      const reply = findReply(socket);
      if (!socket.writable || isReset || (reply !== null && isBegun(reply))) {
        socket.destroy();
        return;
      }
      if (reply !== null && reply.req.complete && !reply.writableEnded) {
        // Its request is carried out: called invalid, it would be sent again, and perhaps paid for twice.
        if (!awaited.has(reply)) {
          awaited.add(reply);
          reply.once('finish', () => setImmediate(refuseMalformed, error, socket));
        }
        return;
      }
      const body = JSON.stringify(toErrorBody(refusedByState('The request is not valid HTTP.')));
      const headers = { ...toContentHeaders(body), ...countUnknown(socket.remoteAddress ?? '') };
      endWithReply(socket, MALFORMED, { headers, body: isHead(error) ? '' : body });
    },
    refuseAddress(error, { id, ip }, response) {
      refuse(response, toFailure(error), {
        headers: { 'x-request-id': id, ...countUnknown(ip) },
      });
    },
    refuseExpectation({ socket }, response) {
      const failure = refusedByState('The header Expect may ask for 100-continue only.');
      // Its body is not read.
      const headers = { connection: 'close', ...countUnknown(socket.remoteAddress ?? '') };
      refuse(response, failure, { status: EXPECTATION_FAILED, headers });
    },
  };
}

function toContentHeaders(body: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
}

/** Returns the reply to the request before bytes that are no HTTP; null when all replies are sent. */
function findReply(socket: Socket): ServerResponse | null {
  return '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse
    ? socket._httpMessage
    : null;
}

/**
 * Returns whether a reply is being written, such as a file, that another one would become part of. One that is written
 * whole stays: clients exist that send a DELETE with a body, but without its length.
 */
function isBegun({ headersSent, writableEnded }: ServerResponse): boolean {
  return headersSent && !writableEnded;
}

/** Returns whether bytes that could not be parsed begin as a HEAD request, whose reply has no body. */
function isHead(error: Error): boolean {
  return (
    'rawPacket' in error &&
    Buffer.isBuffer(error.rawPacket) &&
    error.rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
  );
}
