import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveSession } from '../session/live-session.ts';
import { RECONNECT_GRACE_MS } from './voice-limits.ts';
import { VoiceRun, type VoiceRunDependencies } from './voice-run.ts';

const running = { isRunning: true, endReason: null };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  { status: 'streaming', isCharged: true },
  { status: 'joined', isCharged: false },
])('ends a $status session whose client never connects', async ({ status, isCharged }) => {
  const ends: string[] = [];
  const core = {
    reportStreamed: () => Promise.resolve(running),
    extendLiveSession: () => Promise.resolve(running),
    endLiveSession: (_id: string, { reason }: { reason: string }) =>
      Promise.resolve(ends.push(reason)),
    leaveLiveSession: () => Promise.resolve(ends.push('left')),
  };
  const run = new VoiceRun(
    { core } as unknown as VoiceRunDependencies,
    {
      id: 'x',
      status,
      maxDurationSec: 60,
      streamedMs: 1000,
      parameters: {},
    } as unknown as LiveSession,
  );
  await vi.advanceTimersByTimeAsync(RECONNECT_GRACE_MS - 1);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await run.ended;
  expect(ends).toEqual([isCharged ? 'client_closed' : 'left']);
  expect(vi.getTimerCount()).toBe(0);
});
