import type { Gauges, CountedRequest, ServiceMetrics } from './service-metrics.ts';

/** What the service counts for Prometheus. */
export interface Metrics {
  /** A request that was answered. `operation` is a name of the contract, or what else was asked. */
  countRequest(request: CountedRequest): void;
  /** An attempt of a webhook. */
  countDelivery(outcome: 'delivered' | 'failed'): void;
  /** The text that Prometheus reads, and its content type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Counts after which the library is loaded although nobody asked for them. */
const MANY_WAITING = 500;
/** Counts kept while it loads; further ones are dropped. */
const MAX_WAITING = 10_000;

/**
 * Opens a set of metrics of its own. The library behind them is loaded when somebody asks for them or much was counted:
 * its 83 modules take longer than the rest of the HTTP side. What is counted until then waits.
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
