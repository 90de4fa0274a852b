import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of the service for Prometheus. */
export interface Metrics {
  /** A request that was answered. `operation` is a name of the contract, or what else was asked. */
  countRequest(request: {
    readonly operation: string;
    readonly status: number;
    readonly durationMs: number;
  }): void;
  /** An attempt of a webhook. */
  countDelivery(outcome: 'delivered' | 'failed'): void;
  /** The text that Prometheus reads, and its content type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Numbers that are read when they are asked for, by name and what they mean. */
export type Gauges = Readonly<
  Record<string, { readonly help: string; readonly read: () => Promise<number> | number }>
>;

/** Opens a set of figures of its own; names begin with `guise_`, those of the process are the usual ones. */
export function createMetrics(gauges: Gauges = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'guise_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'guise_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its reply.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'guise_webhook_attempts_total',
    help: 'Attempts of webhooks.',
    labelNames: ['outcome'],
    registers: [registry],
  });
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
  return {
    countRequest({ operation, status, durationMs }) {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    countDelivery(outcome) {
      deliveries.inc({ outcome });
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
