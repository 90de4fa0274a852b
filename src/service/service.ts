import type { FastifyInstance } from 'fastify';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { systemClock } from '../base/clock.ts';
import { isJobFeature } from '../contract/api/features.ts';
import { embeddedPrices } from './billing/prices.ts';
import { createCore, type Core } from './core.ts';
import { openDeliveries } from './deliveries.ts';
import { openFileJudge } from './files/judge/judge.ts';
import { createUrlSigner, deriveLinkKey, linkValidityMs } from './files/signed-url.ts';
import { openFirstAccount } from './first-account.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createLinks, createPublicAddress } from './http/address.ts';
import { createAdmission } from './http/admission.ts';
import { API_PATH } from './http/call.ts';
import { describeJob } from './http/describe-job.ts';
import { createHandlers } from './http/handlers/all.ts';
import {
  createLoopbackGuard,
  isLoopbackAddress,
  loopbackHosts,
  openGuard,
} from './http/host-guard.ts';
import { createMetrics } from './http/metrics.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createHttpServer } from './http/server.ts';
import { createSocketRoutes, type SocketRoutes } from './http/socket-routes.ts';
import { createUploadDoor } from './http/upload.ts';
import { readInstalledFeatures, WorkerPool } from './jobs/worker-pool.ts';
import { createLiveEngines, type LiveEngines } from './live-engines.ts';
import { createOwnerDoor } from './owner/owner-door.ts';
import { openMasterKey } from './secret-file.ts';
import type { ServiceOptions } from './service-options.ts';
import { openStorage } from './storage.ts';
import { joinCatalogues } from './voices.ts';
import { createHostedPolicy, createLoopbackPolicy, resolveCallbackUrl } from './webhooks/target.ts';

/** A running service. */
export interface Service {
  /** Base address of the API, as callers reach it. */
  readonly baseUrl: string;
  /** Account of whoever owns the service. */
  readonly accountId: string;
  readonly core: Core;
  /** Where live engines and their sockets are added. */
  readonly live: LiveEngines;
  readonly sockets: SocketRoutes;
  /** Lets running requests end, gives running jobs back, closes everything. Once. */
  stop(): Promise<void>;
}

/** Opens the data folder, starts the workers and listens. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { folder, logger, host = '127.0.0.1', publicUrl = null, clock = systemClock } = options;
  const isLocal = isLoopbackAddress(host);
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) {
      await close();
    }
  };
  try {
    const storage = await openStorage(options, clock);
    closers.push(() => storage.close());
    const { store, blobs } = storage;
    const masterKey = options.masterKey ?? (await openMasterKey(folder));
    const registry = options.registry ?? new URL('./processors.ts', import.meta.url).href;
    const installed = await readInstalledFeatures(registry);
    const live = createLiveEngines();
    const address = createPublicAddress(publicUrl);
    const signer = createUrlSigner([{ version: 1, key: deriveLinkKey(masterKey) }]);
    const nowMs = (): number => clock.nowMs();
    const links = createLinks({ address, signer, nowMs, validityMs: linkValidityMs });
    const core = createCore({
      store,
      clock,
      masterKey,
      prices: options.prices ?? embeddedPrices,
      policy: options.policy,
      isInstalled: (feature) =>
        isJobFeature(feature) ? installed.has(feature) : live.find(feature) !== null,
      describeJob: (job) => describeJob(job, links),
    });
    const account = await openFirstAccount(core, options.tier ?? 'default');

    let port = 0;
    const ownPorts = (): readonly number[] => [port];
    const targets =
      isLocal && publicUrl === null && options.webhookAllowances === undefined
        ? createLoopbackPolicy(ownPorts)
        : createHostedPolicy(options.webhookAllowances ?? [], ownPorts);
    const judge = openFileJudge();
    closers.push(() => judge.close());
    const voices = options.voices ?? joinCatalogues([]);
    const uploads = createUploadDoor({
      db: store.db,
      clock,
      blobs,
      judge,
      incoming: storage.incoming,
    });
    const pool = new WorkerPool({
      context: core.context,
      blobs,
      workFolder: storage.workFolder,
      features: [...installed],
      slots: options.slots ?? Math.max(1, Math.floor(availableParallelism() / 2)),
      launch: {
        entry: fileURLToPath(new URL('./jobs/worker-entry.ts', import.meta.url)),
        registry,
        onLog: (text) => logger.warn({ text }, 'worker'),
      },
      onTrouble: (what, error) => logger.error({ err: error }, what),
    });
    closers.push(() => pool.stop());
    const metrics = createMetrics({
      jobs_running: { help: 'Jobs that run on this machine.', read: () => pool.running },
    });
    const deliveries = openDeliveries({ store, core, clock, policy: targets, metrics, logger });
    closers.push(() => deliveries.close());
    const retentionMs =
      options.uploadRetentionMs === undefined ? {} : { upload: options.uploadRetentionMs };
    const housekeeping = startHousekeeping({
      core,
      files: { db: store.db, clock, blobs, retentionMs },
      logger,
    });
    closers.push(() => housekeeping.close());

    const sockets = createSocketRoutes();
    const owner = createOwnerDoor({
      core,
      accountId: account.id,
      folder,
      baseUrl: () => address.origin() + API_PATH,
    });
    const hosts = { port: 0, names: new Set<string>() };
    const app = createHttpServer({
      handlers: createHandlers({
        core,
        links,
        uploads,
        voices,
        live,
        checkCallbackUrl: (url) => resolveCallbackUrl(url, targets),
      }),
      admit: createAdmission({
        authenticate: core.authenticate,
        limiter: createRateLimiter(),
        requestsPerMinute: options.requestsPerMinute,
      }),
      guard: isLocal ? createLoopbackGuard(() => hosts.names) : openGuard,
      files: { store, blobs, signer, nowMs },
      pages: {
        origin: () => address.origin(),
        metrics,
        checkHealth: async () => {
          await sql`select 1`.execute(store.db);
        },
      },
      sockets,
      metrics,
      logger,
      isBehindProxy: publicUrl !== null,
      addRoutes: (instance) => owner.addRoute(instance),
    });
    closers.push(() => closeServer(app));
    await app.listen({ host, port: options.port ?? 0 });
    const bound = app.server.address();
    port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    hosts.names = new Set(loopbackHosts(port, publicUrl === null ? null : new URL(publicUrl).host));
    address.listensOn({ host, port });
    await owner.open(port, host);
    closers.push(() => owner.close());
    const baseUrl = address.origin() + API_PATH;
    return { baseUrl, accountId: account.id, core, live, sockets, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** How long running requests may take when the service stops, and how often it is looked. */
const DRAIN_MS = 5000;
const LOOK_MS = 20;

async function closeServer(app: FastifyInstance): Promise<void> {
  // A connection that was busy at first stays open after its reply unless it is asked to go.
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}
