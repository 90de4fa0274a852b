import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CountedRequest, Gauges } from './metrics.ts';

/** The figures as the library keeps them. */
export type Figures = ReturnType<typeof createFigures>;

/** Makes them; names begin with `guise_`, those of the process are the usual ones. */
export function createFigures(gauges: Gauges) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  // Labels are looked up once for each pair: the library hashes them at every call.
  const known = new Map<string, (durationMs: number) => void>();
  return {
    registry,
    countRequest({ operation, status, durationMs }: CountedRequest): void {
      const pair = `${operation} ${status}`;
      let count = known.get(pair);
      if (count === undefined) {
        const counter = requests.labels({ operation, status });
        const histogram = durations.labels({ operation });
        count = (passedMs) => {
          counter.inc();
          histogram.observe(passedMs / 1000);
        };
        known.set(pair, count);
      }
      count(durationMs);
    },
    deliveries: new Counter({
      name: 'guise_webhook_attempts_total',
      help: 'Attempts of webhooks.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
