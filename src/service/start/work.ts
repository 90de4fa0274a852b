import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CloseStack } from './close-stack.ts';
import { openDeliveries } from './deliveries.ts';
import type { Foundation } from './foundation.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { WorkerPool } from '../jobs/worker-pool.ts';
import type { ServiceOptions } from './service-options.ts';

/** Starts what works without being asked: jobs, webhooks, housekeeping. Returns their metrics. */
export function startWork(
  foundation: Foundation,
  options: ServiceOptions,
  closing: CloseStack,
): Metrics {
  const { storage, core, clock, targets } = foundation;
  const { logger, retentionMs = {} } = options;
  const pool = startWorkers(foundation, options);
  closing.add(() => pool.stop());
  const metrics = createMetrics({
    jobs_running: { help: 'Jobs that run on this machine.', read: () => pool.running },
  });
  const { store, blobs } = storage;
  const deliveries = openDeliveries({ store, core, clock, policy: targets, metrics, logger });
  closing.add(() => deliveries.close());
  const files = { db: store.db, clock, blobs, retentionMs };
  const housekeeping = startHousekeeping({ core, store, files, logger });
  closing.add(() => housekeeping.close());
  return metrics;
}

function startWorkers(
  { storage, core, registry, installed, resultSigner }: Foundation,
  { slots, logger }: ServiceOptions,
): WorkerPool {
  return new WorkerPool({
    context: core.context,
    blobs: storage.blobs,
    incoming: storage.incoming,
    workFolder: storage.workFolder,
    signer: resultSigner,
    features: [...installed],
    slots: countJobSlots(slots),
    launch: {
      entry: fileURLToPath(new URL('../jobs/worker-entry.ts', import.meta.url)),
      registry,
      onLog: (text) => logger.warn({ text }, 'worker'),
    },
    onTrouble: (what, error) => logger.error({ err: error }, what),
  });
}

/** Jobs that run at once: a render uses more than one processor; half of them leaves room for the service and its user. */
export function countJobSlots(slots: number | undefined): number {
  return slots ?? Math.max(1, Math.floor(availableParallelism() / 2));
}
