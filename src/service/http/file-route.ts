import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { planDownload } from '../files/download.ts';
import type { UrlSigner } from '../files/signed-url.ts';
import { findFile } from '../store/file-statements.ts';
import type { Store } from '../store/open.ts';
import { toFilePath } from './address.ts';

/** What downloads work with. */
export interface FileRouteOptions {
  readonly store: Store;
  readonly blobs: BlobStore;
  readonly signer: UrlSigner;
  readonly nowMs: () => number;
}

/** Serves uploads, outputs and previews to whoever has a signed link, whole or in ranges. */
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
  const plan = planDownload(
    {
      sha256: row.blob_hash,
      sizeBytes: row.size_bytes,
      mime: row.mime,
      fileName: key.slice(key.lastIndexOf('/') + 1),
    },
    { ...request.headers, 'if-range': toText(request.headers['if-range']) },
  );
  const isSending = request.method === 'GET' && plan.span !== null;
  const body = isSending ? await blobs.open(row.blob_hash, plan.span ?? undefined) : null;
  reply.code(plan.status).headers(plan.headers);
  return body === null ? reply.send() : reply.send(body);
}

function toText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
