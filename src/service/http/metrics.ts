import type { Gauges, CountedRequest, ServiceMetrics } from './service-metrics.ts';

/** Prometheus metrics of the service. */
export interface Metrics {
  /** An answered request. `operation` is a name of the contract, or another kind of request. */
  countRequest(request: CountedRequest): void;
  /** An attempt of a webhook. */
  countDelivery(outcome: 'delivered' | 'failed'): void;
  /** The text that Prometheus reads, and its content type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Number of counts after which the library is loaded even without a scrape. */
const MANY_WAITING = 500;
/** Counts kept while it loads; further ones are dropped. */
const MAX_WAITING = 10_000;

/**
 * Opens a separate set of metrics. The library is loaded at the first scrape or after many counts: its 83
 * modules take longer to load than the rest of the HTTP side. Counts until then are queued.
 */
export function createMetrics(gauges: Gauges = {}): Metrics {
  let metrics: ServiceMetrics | null = null;
  let waiting: ((metrics: ServiceMetrics) => void)[] = [];
  let loading: Promise<ServiceMetrics> | null = null;

  async function load(): Promise<ServiceMetrics> {
    const { openMetricsRegistry } = await import('./service-metrics.ts');
    metrics = openMetricsRegistry(gauges);
    for (const count of waiting) {
      count(metrics);
    }
    waiting = [];
    return metrics;
  }

  function count(add: (metrics: ServiceMetrics) => void): void {
    if (metrics !== null) {
      add(metrics);
    } else if (waiting.length < MAX_WAITING) {
      waiting.push(add);
      if (waiting.length >= MANY_WAITING) {
        loading ??= load();
      }
    }
  }

  return {
    countRequest(request) {
      count((loaded) => {
        loaded.countRequest(request);
      });
    },
    countDelivery(outcome) {
      count(({ deliveries }) => {
        deliveries.inc({ outcome });
      });
    },
    async render() {
      loading ??= load();
      const ready = await loading;
      await ready.flush();
      const { registry } = ready;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
