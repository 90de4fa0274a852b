import { VideoBufferType, VideoFrame } from '@livekit/rtc-node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../base/errors.ts';
import type { LiveFrameState } from '../../../engine/live/live-swap.ts';
import { FramePump } from './frame-pump.ts';

const RAW = 200;
const COVERED = 20;
const SWAPPED = 90;
const state: LiveFrameState = {
  shown: 'swapped',
  reason: null,
  isTracked: true,
  faces: 1,
  mode: 'face',
  movesArms: false,
  trackMs: 1,
  renderMs: 1,
  failure: null,
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createFrame(): VideoFrame {
  return new VideoFrame(new Uint8Array(24).fill(RAW), 4, 4, VideoBufferType.I420);
}

/** A pump whose engine renders on command, returns what the command sets, or refuses. */
function createWorld() {
  const sent: number[] = [];
  const linked: string[] = [];
  const rendering: (() => void)[] = [];
  let requested = 0;
  let marked = 0;
  let outcome: LiveFrameState['shown'] | 'refused' = 'swapped';
  let reason: LiveFrameState['reason'] = null;
  let last: VideoFrame | null = null;
  const pump = new FramePump(
    {
      render: async (frame) => {
        await new Promise<void>((resolve) => rendering.push(resolve));
        frame.y.fill(SWAPPED);
        if (outcome === 'refused') {
          throw new AppError('cancelled', 'The swap is closed.');
        }
        return { ...state, shown: outcome, reason };
      },
      drawCover: (frame) => {
        frame.y.fill(COVERED);
      },
    },
    {
      output: {
        send: (video) => {
          last = video;
          sent.push(video.data[0] ?? 0);
        },
        repeat: () => {
          if (last !== null) {
            sent.push(last.data[0] ?? 0);
          }
        },
        publish: () => Promise.resolve(),
        forget: () => undefined,
        close: () => Promise.resolve(),
      },
      link: { send: (_frame, kind) => void linked.push(kind) },
      badge: {
        draw: () => {
          marked += 1;
        },
      },
    },
    {
      onCamera: () => {
        requested += 1;
      },
    },
  );
  return {
    pump,
    sent,
    linked,
    rendering,
    requested: () => requested,
    marked: () => marked,
    setOutcome: (next: typeof outcome) => void (outcome = next),
    setReason: (next: typeof reason) => void (reason = next),
    async take(afterMs = 33) {
      pump.push(createFrame());
      await vi.advanceTimersByTimeAsync(afterMs);
    },
  };
}

describe('a pump', () => {
  it('covers every frame before it may stream, and asks once when there is something to show', async () => {
    const world = createWorld();
    await world.take(200);
    expect(world.requested()).toBe(0);
    world.pump.setReady(true);
    await world.take(200);
    await world.take(200);
    expect(world.requested()).toBe(1);
    expect(world.sent).toEqual([COVERED, COVERED, COVERED]);
    expect(world.linked).toEqual(['covered', 'covered', 'covered']);
    expect(world.pump.streamedMs()).toBe(0);
  });

  it('renders the newest frame and drops older ones that wait', async () => {
    const world = createWorld();
    world.pump.stream();
    for (let count = 0; count < 3; count += 1) {
      await world.take(1);
    }
    expect(world.rendering).toHaveLength(2);
    await world.take(1);
    expect(world.pump.counts).toMatchObject({ received: 4, dropped: 1 });
    world.rendering.splice(0).forEach((finish) => finish());
    await vi.advanceTimersByTimeAsync(1);
    expect(world.rendering).toHaveLength(1);
    expect(world.sent).toEqual([SWAPPED, SWAPPED]);
    expect(world.linked).toEqual(['swapped', 'swapped']);
  });

  it.each([
    { outcome: 'swapped', sent: SWAPPED, kind: 'swapped', marks: 1 },
    { outcome: 'held', sent: SWAPPED, kind: 'swapped', marks: 1 },
    { outcome: 'covered', sent: SWAPPED, kind: 'covered', marks: 0 },
    { outcome: 'passthrough', sent: SWAPPED, kind: 'passthrough', marks: 0 },
    { outcome: 'refused', sent: COVERED, kind: 'covered', marks: 0 },
  ] as const)(
    'says that a frame that is $outcome is $kind, and marks only what is swapped',
    async (expected) => {
      const { outcome, sent, kind, marks } = expected;
      const world = createWorld();
      world.setOutcome(outcome);
      world.pump.stream();
      await world.take(1);
      world.rendering.shift()?.();
      await vi.advanceTimersByTimeAsync(1);
      expect(world.sent).toEqual([sent]);
      expect(world.linked).toEqual([kind]);
      expect(world.marked()).toBe(marks);
    },
  );

  it('continues during a stall with the last frame, then with a cover, never with the camera', async () => {
    const world = createWorld();
    world.pump.stream();
    await world.take(1);
    world.rendering.shift()?.();
    for (let count = 0; count < 40; count += 1) {
      await world.take();
    }
    expect(world.sent.length).toBeGreaterThan(5);
    expect(world.sent).not.toContain(RAW);
    expect(world.sent.slice(0, 2)).toEqual([SWAPPED, SWAPPED]);
    expect(world.sent.at(-1)).toBe(COVERED);
    expect(world.sent.indexOf(COVERED)).toBeLessThan(5);
    expect(new Set(world.linked)).toEqual(new Set(['swapped', 'covered']));
  });

  it.each([
    ['no_face', 4000],
    ['late', 0],
    ['engine_failed', 0],
    ['no_character', 0],
  ] as const)(
    'counts frames that are covered for %s: %i ms of four seconds',
    async (reason, ms) => {
      const world = createWorld();
      world.setOutcome('covered');
      world.setReason(reason);
      world.pump.stream();
      for (let count = 0; count < 10; count += 1) {
        await world.take(200);
        world.rendering.shift()?.();
        await vi.advanceTimersByTimeAsync(200);
      }
      // A stream counts until the next frame, for half a second at most.
      expect(Math.abs(world.pump.streamedMs() - ms)).toBeLessThanOrEqual(500);
    },
  );

  it('covers again and stops counting when the service is gone', async () => {
    const world = createWorld();
    world.pump.setReady(true);
    world.pump.stream();
    await world.take();
    world.rendering.shift()?.();
    await world.take();
    world.rendering.shift()?.();
    world.pump.hold();
    await world.take();
    const countedMs = world.pump.streamedMs();
    for (let count = 0; count < 20; count += 1) {
      await world.take();
    }
    expect(world.rendering).toEqual([]);
    expect(world.sent.slice(0, 2)).toEqual([SWAPPED, SWAPPED]);
    expect(new Set(world.sent.slice(2))).toEqual(new Set([COVERED]));
    expect(world.pump.streamedMs()).toBeLessThanOrEqual(countedMs + 500);
  });

  it('ends with a covered frame when the camera is gone', async () => {
    const world = createWorld();
    world.pump.cover();
    expect(world.sent).toEqual([]);
    await world.take();
    world.pump.cover();
    expect(world.sent.at(-1)).toBe(COVERED);
    expect(world.linked.at(-1)).toBe('covered');
  });
});
