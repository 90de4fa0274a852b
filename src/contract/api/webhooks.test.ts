import { describe, expect, it } from 'vitest';
import { toWebhookDelayMs, webhookSchedule, withWebhookJitter } from './webhooks.ts';

describe('the schedule of webhooks', () => {
  const delays = Array.from({ length: webhookSchedule.attempts }, (_, index) =>
    toWebhookDelayMs(index + 1),
  );

  it('is twelve attempts, three times as far apart each time, half a day at most', () => {
    expect(delays.map((delay) => delay / 1000)).toEqual([
      0, 5, 15, 45, 135, 405, 1215, 3645, 10_935, 32_805, 43_200, 43_200,
    ]);
  });

  it('ends after about 37.7 hours', () => {
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    expect(hours).toBeCloseTo(37.7, 1);
  });

  it('varies by a fifth', () => {
    expect([0, 0.5, 1].map((random) => withWebhookJitter(1000, random))).toEqual([800, 1000, 1200]);
  });
});
