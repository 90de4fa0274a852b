import { fileURLToPath } from 'node:url';
import type { CloseStack } from './close-stack.ts';
import { openDeliveries } from './deliveries.ts';
import type { Foundation } from './foundation.ts';
import { countJobSlots } from './job-slots.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { WorkerPool } from '../jobs/worker-pool.ts';
import type { ServiceOptions } from './service-options.ts';
import { countReady } from '../store/queue-statements.ts';

/** Starts what works without being asked: jobs, and where the API is served webhooks and housekeeping. */
export function startWork(
  foundation: Foundation,
  options: ServiceOptions,
  closing: CloseStack,
): { readonly metrics: Metrics; readonly pool: WorkerPool } {
  const { storage, core, clock, node, targets, tracer } = foundation;
  const { logger, retentionMs = {} } = options;
  const pool = startWorkers(foundation, options);
  closing.add(() => pool.stop());
  const metrics = createMetrics({
    jobs_running: { help: 'Jobs that run on this machine.', read: () => pool.running },
    jobs_waiting: {
      help: 'Jobs that wait in the queue, the same at every node.',
      read: () => countReady(storage.store.db, null),
    },
  });
  if (!node.has('api')) {
    return { metrics, pool };
  }
  const { store, blobs, direct } = storage;
  const deliveries = openDeliveries({
    store,
    core,
    clock,
    policy: targets,
    metrics,
    tracer,
    logger,
  });
  closing.add(() => deliveries.close());
  const files = { db: store.db, clock, blobs, direct, retentionMs };
  const housekeeping = startHousekeeping({ core, store, files, logger });
  closing.add(() => housekeeping.close());
  return { metrics, pool };
}

/** Without the role `jobs` it runs none, and finds those of nodes that died all the same. */
function startWorkers(
  { storage, core, node, registry, installed, resultSigner, tracer }: Foundation,
  { slots, logger }: ServiceOptions,
): WorkerPool {
  return new WorkerPool({
    context: core.context,
    owner: node.id,
    onBeat: (running) => node.beat(running),
    tracer,
    blobs: storage.blobs,
    incoming: storage.incoming,
    workFolder: storage.workFolder,
    signer: resultSigner,
    features: [...installed],
    slots: node.has('jobs') ? countJobSlots(slots) : 0,
    launch: {
      entry: fileURLToPath(new URL('../jobs/worker-entry.ts', import.meta.url)),
      registry,
      onLog: (text) => logger.warn({ text }, 'worker'),
    },
    onTrouble: (what, error) => logger.error({ err: error }, what),
  });
}
