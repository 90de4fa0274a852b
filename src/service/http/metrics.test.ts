import perfHooks from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { createMetrics } from './metrics.ts';
import { openMetricsRegistry } from './service-metrics.ts';

const request = { operation: 'listJobs', status: 200, durationMs: 3 };

it('counts from the first request on, and measures the process when the metrics are read', async () => {
  const watching = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  const metrics = createMetrics();
  for (let count = 0; count < 700; count += 1) {
    metrics.countRequest(request);
  }
  metrics.countDelivery('failed');
  openMetricsRegistry({}).countRequest(request);
  expect(watching).not.toHaveBeenCalled();
  const { text } = await metrics.render();
  expect(text).toContain('guise_http_requests_total{operation="listJobs",status="200"} 700');
  expect(text).toContain('guise_webhook_attempts_total{outcome="failed"} 1');
  expect(text).toMatch(/^nodejs_eventloop_lag_mean_seconds 0\.\d+$/m);
  await metrics.render();
  expect(watching).toHaveBeenCalledOnce();
});
