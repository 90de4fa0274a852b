import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { MaybePromise } from '../../base/maybe-promise.ts';
import type { OperationShape, RequestOf } from '../../contract/api/kit.ts';
import { operationNames, operations } from '../../contract/api/operations.ts';
import { parseRequest } from '../../contract/api/parse.ts';
import { API_PATH, type BinaryReply, type Call, type Handlers } from './call.ts';
import { parseJsonBody } from './json-body.ts';

/** The first checks of a request; see `admission.ts`. */
export type Admit = (
  operation: Pick<OperationShape, 'access'>,
  request: FastifyRequest,
  reply: FastifyReply,
) => MaybePromise<void>;

/** Handlers as the loop sees them. */
type AnyHandler = (request: RequestOf<OperationShape>, call: Call<OperationShape>) => unknown;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the operation, for logs and metrics. */
    operation?: string;
  }
  interface FastifyRequest {
    /** The operation of the contract; null beside them, and before admission. */
    operation: string | null;
  }
}

/** Dependencies of the operations' routes. */
export interface OperationRoutes {
  readonly admit: Admit;
  readonly handlers: Handlers;
  /** Which operations become routes of this instance. */
  readonly isServed: (operation: OperationShape) => boolean;
}

/** Makes a route of every operation of the contract that is taken. */
export function addOperationRoutes(app: FastifyInstance, routes: OperationRoutes): void {
  const { admit, handlers } = routes;
  for (const name of operationNames) {
    const operation: OperationShape = operations[name];
    if (!routes.isServed(operation)) {
      continue;
    }
    const handler: AnyHandler = handlers[name];
    app.route({
      method: operation.method,
      url: toRouteUrl(operation.path),
      config: { operation: name },
      // Avoids a promise when there is nothing to wait for.
      onRequest: (request, reply, done) => {
        request.operation = name;
        const admitted = admit(operation, request, reply);
        if (admitted === undefined) {
          done();
        }
        return admitted;
      },
      handler: (request, reply) => {
        const result = handler(parse(operation, request), toCall(request));
        if (result instanceof Promise) {
          return result.then((value) => send(operation, reply, value));
        }
        send(operation, reply, result);
        return undefined;
      },
    });
  }
}

/** `/jobs/{job_id}` of the contract as the router writes it; a file key is the rest of the path. */
export function toRouteUrl(path: string): string {
  return API_PATH + path.replace(/\{file_key\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
}

/** The parameters of a path by their names in the contract. */
function toParams(params: unknown): Readonly<Record<string, unknown>> {
  const { '*': rest, ...named } = toRecord(params);
  return rest === undefined ? named : { ...named, file_key: rest };
}

function parse(operation: OperationShape, request: FastifyRequest): RequestOf<OperationShape> {
  const key = request.headers['idempotency-key'];
  return parseRequest(operation, {
    params: toParams(request.params),
    query: toRecord(request.query),
    body:
      operation.body.kind !== 'multipart' && Buffer.isBuffer(request.body)
        ? parseJsonBody(request.body, request.headers['content-type'])
        : undefined,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  });
}

/** Converts params or query, which Fastify creates for every request. */
function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any object is one, and is parsed next
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function toCall(request: FastifyRequest): Call<OperationShape> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- admission lets no request without a caller pass, unless the operation is public
  return { caller: request.caller, source: request } as Call<OperationShape>;
}

const written = new WeakMap<object, { readonly schema: z.ZodType; readonly text: string }>();

/**
 * Serialises a result. Results are never changed, so the text of one that a handler returns again is cached:
 * saves 1 µs per poll.
 */
function writeJson(schema: z.ZodType, result: unknown): string {
  if (typeof result !== 'object' || result === null) {
    return JSON.stringify(schema.parse(result));
  }
  const last = written.get(result);
  if (last?.schema === schema) {
    return last.text;
  }
  const text = JSON.stringify(schema.parse(result));
  written.set(result, { schema, text });
  return text;
}

function send(operation: OperationShape, reply: FastifyReply, result: unknown): FastifyReply {
  if (operation.result.kind === 'json') {
    const text = writeJson(operation.result.schema, result);
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  }
  if (operation.result.kind === 'none') {
    return reply.code(204).send();
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Handler` of a binary operation answers this
  const { contentType, body } = result as BinaryReply;
  return reply.header('content-type', contentType).send(body);
}
