import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { toReachable } from '../http/address.ts';
import { isLoopbackAddress } from '../http/host-guard.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { writeSecretFile } from '../accounts/secret-file.ts';
import { isOwnerCall, type OwnerContext, runOwnerCall } from './owner-calls.ts';

/** URL and token by which the console reaches a running service, stored in `owner-access.json`. */
export const ownerAccessSchema = z.object({ url: z.url(), token: z.string() });

/** Path of {@link ownerAccessSchema}; only the user who runs the service can read it. */
export function toOwnerAccessPath(folder: string): string {
  return join(folder, 'owner-access.json');
}

/**
 * Creates the owner's endpoint of a running service: `POST /owner/<call>` on this machine only, with a token
 * that is generated at every start and stored in the data folder.
 */
export function createOwnerEndpoint(context: OwnerContext) {
  const token = randomBytes(32).toString('base64url');
  const path = toOwnerAccessPath(context.folder);
  return {
    addRoute(app: FastifyInstance): void {
      app.post<{ Params: { call: string } }>(
        '/owner/:call',
        { config: { operation: 'owner' } },
        async (request, reply) => {
          const { call } = request.params;
          if (!isOwner(request, token) || !isOwnerCall(call)) {
            // For all other callers the URL answers as if it did not exist.
            throw new AppError('not_found', 'There is no such address.');
          }
          const body = Buffer.isBuffer(request.body)
            ? parseJsonBody(request.body, request.headers['content-type'])
            : {};
          return reply.send({ answer: await runOwnerCall(context, call, body) });
        },
      );
    },
    async open(port: number, host: string): Promise<void> {
      const url = `http://${toReachable(host)}:${port}/owner/`;
      await writeSecretFile(path, `${JSON.stringify({ url, token })}\n`);
    },
    async close(): Promise<void> {
      await rm(path, { force: true });
    },
  };
}

function isOwner(request: FastifyRequest, token: string): boolean {
  const received = Buffer.from(
    /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
  );
  const wanted = Buffer.from(token);
  return (
    isLoopbackAddress(request.raw.socket.remoteAddress ?? '') &&
    request.headers['x-forwarded-for'] === undefined &&
    received.byteLength === wanted.byteLength &&
    timingSafeEqual(received, wanted)
  );
}
