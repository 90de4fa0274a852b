import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { refusedByState, toErrorBody } from '../../contract/api/errors.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { planDownload, toDisposition } from '../files/download.ts';
import type { UrlSigner } from '../files/signed-url.ts';
import { findFile } from '../store/statements/file-statements.ts';
import type { Store } from '../store/open.ts';
import { toFilePath } from './address.ts';

/** Dependencies of downloads. */
export interface FileRouteOptions {
  readonly store: Store;
  readonly blobs: BlobStore;
  readonly signer: UrlSigner;
  readonly nowMs: () => number;
}

/** Validity of a URL of the store itself: for a client that follows the redirect immediately. */
const DIRECT_SEC = 900;

/**
 * Serves uploads, outputs and previews to holders of a signed link, whole or in ranges. Where clients can reach
 * the store, a GET is answered with 302 to a URL there.
 */
export function addFileRoute(app: FastifyInstance, options: FileRouteOptions): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: toFilePath('*'),
    config: { operation: 'file' },
    handler: (request, reply) => sendFile(request, reply, options),
  });
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, blobs, signer, nowMs }: FileRouteOptions,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '';
  const query = typeof request.query === 'object' && request.query !== null ? request.query : {};
  signer.check(path, { ...query }, nowMs());
  const key = path.slice(toFilePath('').length);
  const row = await findFile(store.db, key);
  if (row === null) {
    throw new AppError('not_found', 'The file is no longer stored.');
  }
  const fileName = key.slice(key.lastIndexOf('/') + 1);
  const { blob_hash: sha256, size_bytes: sizeBytes, mime } = row;
  const { headers } = request;
  const plan = planDownload(
    { sha256, sizeBytes, mime, fileName },
    {
      'if-none-match': headers['if-none-match'],
      'if-range': toText(headers['if-range']),
      // Ranges are defined for GET only.
      range: request.method === 'GET' ? headers.range : undefined,
    },
  );
  if (plan.status === 416) {
    const failure = refusedByState(`The range begins behind the ${sizeBytes} bytes of the file.`);
    return reply
      .code(plan.status)
      .headers(plan.headers)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(toErrorBody(failure)));
  }
  const isSending = request.method === 'GET' && plan.span !== null;
  const disposition = toDisposition(fileName);
  const address = isSending
    ? await blobs.presign(sha256, { expiresSec: DIRECT_SEC, mime, disposition })
    : null;
  if (address !== null) {
    return reply.header('cache-control', 'no-store').redirect(address, 302);
  }
  const body = isSending ? await blobs.open(sha256, plan.span ?? undefined) : null;
  reply.code(plan.status).headers(plan.headers);
  return body === null ? reply.send() : reply.send(body);
}

function toText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
