import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import multipart from '@fastify/multipart';
import { AppError } from '../../base/errors.ts';
import { toErrorBody, toHttpStatus } from '../../contract/api/errors.ts';
import { headerNames } from '../../contract/api/headers.ts';
import type { Admission } from './admission.ts';
import type { Handlers } from './call.ts';
import { drainRest } from './drain.ts';
import { toFailure } from './failure.ts';
import { listFailureHeaders } from './failure-headers.ts';
import { addFileRoute, type FileRouteOptions } from './file-route.ts';
import { type HostGuard, requireHost } from './host-guard.ts';
import { MAX_JSON_BYTES } from './json-body.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { answerUnrouted } from './not-found.ts';
import { addPages, type PagesOptions } from './pages.ts';
import { toOriginForm } from './origin-form.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { addOperationRoutes } from './routes.ts';
import type { SocketRoutes } from './socket-routes.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { traceRequest } from './trace-request.ts';
import { createUnroutedReplies } from './unrouted-replies.ts';
import { setUpgradeHeaders } from './upgrade-headers.ts';
import { MAX_REQUEST_BYTES, multipartOptions } from './upload.ts';

/** Dependencies of the HTTP side. */
export interface HttpOptions {
  /** Null on a node that does not serve the API: it has its pages and no other routes. */
  readonly handlers: Handlers | null;
  readonly admission: Admission;
  readonly guard: HostGuard;
  readonly files: FileRouteOptions;
  readonly pages: PagesOptions;
  readonly sockets: SocketRoutes;
  readonly metrics: Metrics;
  readonly tracer: Tracer | null;
  readonly logger: Logger;
  /** True when a proxy on this machine or network supplies the client's address. */
  readonly isBehindProxy: boolean;
  /** Further routes, such as the owner's. */
  readonly addRoutes?: ((app: FastifyInstance) => void) | undefined;
}

/** Closes a socket without a byte in either direction for this time. */
const IDLE_SOCKET_MS = 120_000;
/**
 * Time limit of the largest upload: 500 MB at 70 kB/s. A slower client could hold a connection forever with a
 * byte now and then.
 */
const LONGEST_REQUEST_MS = 7_200_000;
/** Status in logs and metrics when the client was gone. */
const CLIENT_GONE = 499;

/** Makes the server: every route, not listening yet. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { handlers, admission, sockets } = options;
  const { admit, countUnknown } = admission;
  const unrouted = createUnroutedReplies(countUnknown);
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_JSON_BYTES,
    connectionTimeout: IDLE_SOCKET_MS,
    requestTimeout: LONGEST_REQUEST_MS,
    return503OnClosing: false,
    trustProxy: options.isBehindProxy ? 'loopback,linklocal,uniquelocal' : false,
    // Four times cheaper than an id that sorts.
    genReqId: () => randomUUID(),
    // Longer than any request line: the schema of a parameter knows its limit, and its refusal says it.
    routerOptions: { maxParamLength: maxHeaderSize },
    rewriteUrl: toOriginForm,
    http: {
      // Node's own refusal has no body: `requireHost` does it.
      requireHostHeader: false,
      shouldUpgradeCallback(request) {
        request.url = toOriginForm(request);
        return sockets.has(request);
      },
    },
    clientErrorHandler: unrouted.refuseMalformed,
    frameworkErrors: (error, request, { raw }) => unrouted.refuseAddress(error, request, raw),
  });
  app.server.on('checkExpectation', unrouted.refuseExpectation);
  app.decorateRequest('caller', null);
  app.decorateRequest('operation', null);
  app.decorateRequest('submittedJobId', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  addHooks(app, options);
  app.setNotFoundHandler(async (request, reply) => {
    await admit({ access: 'public' }, request, reply);
    return answerUnrouted(request, reply);
  });
  if (handlers !== null) {
    addApi(app, options, handlers);
  }
  addPages(app, options.pages);
  options.addRoutes?.(app);
  app.server.on('upgrade', (request, socket, head) => {
    setUpgradeHeaders(socket, () => countUnknown(request.socket.remoteAddress ?? ''));
    try {
      requireHost(request);
      // Any page with a session's token may connect, but none under a foreign host name.
      options.guard({ host: request.headers.host });
    } catch (error) {
      refuseUpgrade(socket, error);
      return;
    }
    sockets.accept(request, socket, head);
  });
  return app;
}

/** The operations of the contract and the files that they link to. */
function addApi(
  app: FastifyInstance,
  { admission: { admit }, files }: HttpOptions,
  handlers: Handlers,
): void {
  addOperationRoutes(app, { admit, handlers, isServed: ({ body }) => body.kind !== 'multipart' });
  app.register(async (scope) => {
    await scope.register(multipart, multipartOptions);
    // A body that is not multipart is refused without being read into memory.
    scope.removeContentTypeParser('*');
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    addOperationRoutes(scope, {
      admit,
      handlers,
      isServed: ({ body }) => body.kind === 'multipart',
    });
  });
  addFileRoute(app, files);
}

function addHooks(
  app: FastifyInstance,
  { admission, guard, logger, metrics, tracer }: HttpOptions,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store');
    requireHost(request.raw);
    guard(request.headers);
    done();
  });
  // Every reply reports a rate. Those to requests that admission did not count, such as pages and files, report the
  // rate of the client's address, which is never a reason to refuse them.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader(headerNames.rateLimit)) {
      reply.headers(admission.countUnknown(request.ip));
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // `routeOptions` makes a new object at every reading.
    const operation = request.operation ?? request.routeOptions.config.operation ?? 'unknown';
    const status = request.raw.complete ? reply.statusCode : CLIENT_GONE;
    const durationMs = reply.elapsedTime;
    metrics.countRequest({ operation, status, durationMs });
    if (tracer !== null) {
      traceRequest(tracer, request, { operation, status, durationMs });
    }
    // Polling would drown the rest.
    const level = request.method === 'GET' && status < 400 ? 'debug' : 'info';
    if (logger.isLevelEnabled(level)) {
      const line = {
        request_id: request.id,
        operation,
        method: request.method,
        status,
        duration_ms: Math.round(durationMs * 10) / 10,
        key_id: request.caller?.keyId,
      };
      logger[level](line, 'request');
    }
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
    const status = isGone(request, failure) ? CLIENT_GONE : toHttpStatus(failure);
    const body = toErrorBody(failure);
    if (status >= 500) {
      logger.error({ err: failure, request_id: request.id }, 'a request failed');
    }
    drainRest(request, reply, MAX_REQUEST_BYTES);
    return reply
      .code(status)
      .headers(listFailureHeaders(failure))
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(body));
  });
}

/** Returns whether the client disconnected while it sent the request or while it was served. */
function isGone({ raw }: FastifyRequest, failure: unknown): boolean {
  const isCancelled = failure instanceof AppError && failure.code === 'cancelled';
  return (raw.destroyed && !raw.complete) || (raw.socket.destroyed && isCancelled);
}
