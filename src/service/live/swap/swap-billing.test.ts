import { expect, it } from 'vitest';
import { SwapBilling, type SwapBillingCore } from './swap-billing.ts';

it('neither reports nor charges more than the elapsed time, for any count of a worker', async () => {
  const written: number[] = [];
  const running = { isRunning: true, endReason: null };
  const note = (streamedMs: number): Promise<typeof running> => {
    written.push(streamedMs);
    return Promise.resolve(running);
  };
  const core = {
    startLiveStream: () => Promise.resolve(),
    extendLiveSession: () => Promise.resolve(running),
    reportStreamed: (_id: string, streamedMs: number) => note(streamedMs),
    endLiveSession: (_id: string, { streamedMs }: { readonly streamedMs: number }) =>
      note(streamedMs),
    leaveLiveSession: () => Promise.resolve(),
  } as unknown as SwapBillingCore;
  // Another node began it, and reported ten minutes.
  const beforeMs = 600_000;
  const billing = new SwapBilling({
    core,
    session: { id: 'session', maxDurationSec: 3600, status: 'streaming', streamedMs: beforeMs },
    onTrouble: (message, error) => expect.unreachable(`${message}: ${String(error)}`),
    onStarted: () => undefined,
    onEnding: () => expect.unreachable('the session goes on'),
    collectActivity: () => true,
  });
  await billing.report(beforeMs - 1000);
  await billing.report(beforeMs + 3_600_000);
  billing.stop();
  await billing.settle('client_closed', () => Number.MAX_VALUE);
  expect(written[0]).toBe(beforeMs - 1000);
  for (const streamedMs of written.slice(1)) {
    expect(streamedMs).toBeGreaterThanOrEqual(beforeMs);
    expect(streamedMs).toBeLessThanOrEqual(billing.elapsedMs);
  }
  expect(written).toHaveLength(3);
});
