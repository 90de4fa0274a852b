import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics as prom-client keeps them. */
export type ServiceMetrics = ReturnType<typeof openMetricsRegistry>;

/** An answered request by its name in the contract, or another kind of request. */
export interface CountedRequest {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Values read at scrape time, by name, with their help text. */
export type Gauges = Readonly<
  Record<string, { readonly help: string; readonly read: () => Promise<number> | number }>
>;

/** Counts of one operation and status that the library has not received yet. */
interface Tally {
  readonly operation: string;
  readonly status: number;
  readonly durationsMs: number[];
}

/** Requests of one operation and status that wait at most. */
const MAX_WAITING = 256;
/** Time until the first process metrics are available. */
const FIRST_PROCESS_MS = 50;

/** Makes them; names begin with `guise_`, those of the process are the usual ones. */
export function openMetricsRegistry(gauges: Gauges) {
  const registry = new Registry();
  const registers = [registry];
  for (const [name, { help, read }] of Object.entries(gauges)) {
    const gauge = new Gauge({
      name: `guise_${name}`,
      help,
      registers: [],
      async collect() {
        this.set(await read());
      },
    });
    registry.registerMetric(gauge);
  }
  const requests = new Counter({
    name: 'guise_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'guise_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its reply.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  // The library hashes the labels at every call, which is cheap only for many calls in a row.
  const waiting = new Map<string, Tally>();
  const hand = (tally: Tally): void => {
    const { operation, status, durationsMs } = tally;
    requests.inc({ operation, status }, durationsMs.length);
    const histogram = durations.labels({ operation });
    for (const durationMs of durationsMs) {
      histogram.observe(durationMs / 1000);
    }
    durationsMs.length = 0;
  };
  let isRead = false;
  return {
    registry,
    /** Hands over what waits; call it before the registry is read. */
    async flush(): Promise<void> {
      if (!isRead) {
        isRead = true;
        // Sampling the event loop a hundred times a second dominates the load of an idle service, so it starts
        // with the first scrape.
        collectDefaultMetrics({ register: registry });
        await sleep(FIRST_PROCESS_MS);
      }
      for (const tally of waiting.values()) {
        hand(tally);
      }
    },
    countRequest({ operation, status, durationMs }: CountedRequest): void {
      const pair = `${operation} ${status}`;
      let tally = waiting.get(pair);
      if (tally === undefined) {
        tally = { operation, status, durationsMs: [] };
        waiting.set(pair, tally);
      }
      tally.durationsMs.push(durationMs);
      if (tally.durationsMs.length >= MAX_WAITING) {
        hand(tally);
      }
    },
    deliveries: new Counter({
      name: 'guise_webhook_attempts_total',
      help: 'Attempts of webhooks.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
