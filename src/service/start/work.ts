import { fileURLToPath } from 'node:url';
import type { CloseStack } from './close-stack.ts';
import { openDeliveries } from './deliveries.ts';
import type { Foundation } from './foundation.ts';
import { countJobSlots } from './job-slots.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import type { Gauges } from '../http/service-metrics.ts';
import { WorkerPool } from '../jobs/worker-pool.ts';
import { swapEngine } from '../live/engine-facts.ts';
import type { ServiceOptions } from './service-options.ts';
import { countReady } from '../store/statements/queue-statements.ts';

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
    ...listLiveGauges(foundation),
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

function listLiveGauges({ core, live }: Foundation): Gauges {
  const { liveRuns } = core.context;
  const countWorkers = async (): Promise<{ readonly all: number; readonly idle: number }> =>
    (await live.find(swapEngine.feature)?.countWorkers?.()) ?? { all: 0, idle: 0 };
  return {
    live_sessions: { help: 'Live sessions that this node runs.', read: () => liveRuns.count },
    live_swaps_streaming: {
      help: 'Real-time swaps of this node that send pictures.',
      read: () => liveRuns.listRates().length,
    },
    live_frames_per_second: {
      help: 'Pictures a second of the slowest real-time swap of this node; NaN without one.',
      read: () => {
        const rates = liveRuns.listRates();
        return rates.length === 0 ? Number.NaN : Math.min(...rates);
      },
    },
    live_workers: {
      help: 'Live workers of other machines that are at this node.',
      read: async () => (await countWorkers()).all,
    },
    live_workers_idle: {
      help: 'Those of them that have no session.',
      read: async () => (await countWorkers()).idle,
    },
  };
}

/** Without the role `jobs` it runs none, but still recovers those of dead nodes. */
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
    onTrouble: (message, error) => logger.error({ err: error }, message),
  });
}
