import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { CloseStack } from './close-stack.ts';
import { openMediaValidator } from '../files/validate/validator-host.ts';
import { ownUploadLimits, sharedUploadLimits, UploadQuota } from '../files/upload-quota.ts';
import type { Foundation } from './foundation.ts';
import { createOwnerEndpoint } from '../owner/owner-endpoint.ts';
import type { ServiceOptions } from './service-options.ts';
import { openBuiltInVoices } from '../voices/built-in-voices.ts';
import { joinCatalogues } from '../voices/voice-catalogue.ts';
import { resolveCallbackUrl } from '../webhooks/target.ts';
import { toOrigin } from '../http/address.ts';
import { createAdmission } from '../http/admission.ts';
import { API_PATH, type Handlers } from '../http/call.ts';
import { createHandlers } from '../http/handlers/all.ts';
import { createLoopbackGuard, loopbackHosts, openGuard } from '../http/host-guard.ts';
import type { Metrics } from '../http/metrics.ts';
import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts';
import { createHttpServer } from '../http/server.ts';
import { createSharedRateLimiter } from '../http/shared-rate-limit.ts';
import { createSocketRoutes, type SocketRoutes } from '../http/socket-routes.ts';
import { createUploadEndpoint } from '../http/upload.ts';

/** Time limit for running requests when the service stops, and the poll interval. */
const DRAIN_MS = 5000;
const POLL_MS = 20;

/** Opens the endpoints of a service: the API, its pages, the owner's. It listens when this returns. */
export async function listen(
  foundation: Foundation,
  options: ServiceOptions & { readonly metrics: Metrics },
  closing: CloseStack,
): Promise<{ readonly baseUrl: string; readonly sockets: SocketRoutes }> {
  const { core, node, accountId, address, signer, storage, clock, isLocal, tracer } = foundation;
  const { folder, logger, metrics, host = '127.0.0.1', publicUrl = null } = options;
  const baseUrl = (): string => address.origin() + API_PATH;
  const sockets = createSocketRoutes();
  const listNodes = () => node.list();
  const owner = createOwnerEndpoint({ core, accountId, folder, baseUrl, listNodes });
  let hosts: ReadonlySet<string> = new Set();
  const { store, blobs } = storage;
  const app = createHttpServer({
    handlers: node.has('api') ? openHandlers(foundation, options, closing) : null,
    admission: createAdmission({
      authenticate: core.authenticate,
      limiter: openRateLimiter(foundation),
      requestsPerMinute: options.requestsPerMinute,
    }),
    guard: isLocal ? createLoopbackGuard(() => hosts) : openGuard,
    files: { store, blobs, signer, nowMs: () => clock.nowMs() },
    pages: {
      origin: (host) => address.origin(host),
      metrics,
      metricsKey: options.metricsKey ?? null,
      checkHealth: async () => {
        await sql`select 1`.execute(store.db);
      },
      isDraining: () => node.isDraining,
    },
    sockets,
    metrics,
    tracer,
    logger,
    isBehindProxy: publicUrl !== null,
    addRoutes: (instance) => owner.addRoute(instance),
  });
  closing.add(() => closeServer(app));
  await app.listen({ host, port: options.port ?? 0 });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  address.listensOn({ host, port });
  hosts = loopbackHosts(port, publicUrl === null ? null : new URL(publicUrl).host);
  await owner.open(port, host);
  closing.add(() => owner.close());
  await node.listensAt(options.nodeUrl ?? toOrigin({ host, port }));
  return { baseUrl: baseUrl(), sockets };
}

/** The requests of a key are counted by all services of a database together. */
function openRateLimiter({ storage: { store }, clock }: Foundation): RateLimiter {
  return store.engine === 'sqlite'
    ? createRateLimiter()
    : createSharedRateLimiter(store.db, () => clock.nowMs());
}

function openHandlers(
  {
    core,
    links,
    live,
    targets,
    storage,
    clock,
    rvc,
    readModelFolder,
    isLocal,
    checkRequest,
  }: Foundation,
  { registry, voices, publicUrl = null, uploadLimits, s3 }: ServiceOptions,
  closing: CloseStack,
): Handlers {
  const { store, blobs, direct, incoming } = storage;
  // Files that take all their time must leave a process to other accounts.
  const isShared = !isLocal || publicUrl !== null;
  const perOwner = isShared ? 1 : undefined;
  const validator = openMediaValidator({ folder: join(storage.workFolder, 'validate'), perOwner });
  closing.add(() => validator.close());
  const quota = new UploadQuota(
    store.db,
    uploadLimits ?? (isShared ? sharedUploadLimits : ownUploadLimits),
  );
  const uploadParts = { db: store.db, clock, blobs, validator, incoming, quota };
  const builtIn = openBuiltInVoices(readModelFolder, rvc);
  closing.add(() => builtIn.close());
  return createHandlers({
    core,
    links,
    live,
    uploads: createUploadEndpoint({ ...uploadParts, signals: store.signals }),
    // Begun uploads are swept even when direct uploads are no longer offered.
    directUploads: direct === null || s3?.direct === undefined ? null : { ...uploadParts, direct },
    // Custom processors come with custom voices.
    voices: voices ?? (registry === undefined ? builtIn : joinCatalogues([])),
    checkCallbackUrl: (url) => resolveCallbackUrl(url, targets),
    checkRequest,
  });
}

async function closeServer(app: FastifyInstance): Promise<void> {
  // A connection that was busy at first stays open after its reply unless it is asked to go.
  const idle = setInterval(() => app.server.closeIdleConnections(), POLL_MS);
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}
