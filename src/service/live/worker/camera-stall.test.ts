import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForStall } from './camera-stall.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watched track that decodes 30 frames a second; `isDelivering` says where they go. */
function openTrack() {
  const track = { delivered: 0, decoded: 0, stalls: 0, reads: 0, isDelivering: true };
  const end = watchForStall({
    countDelivered: () => track.delivered,
    countDecoded: async () => {
      track.reads += 1;
      return track.decoded;
    },
    onStall: () => (track.stalls += 1),
  });
  const run = async (frames: number): Promise<void> => {
    for (let frame = 0; frame < frames; frame += 1) {
      track.decoded += 1;
      track.delivered += track.isDelivering ? 1 : 0;
      await vi.advanceTimersByTimeAsync(33);
    }
  };
  return { track, run, end };
}

it('reads no statistics while frames are delivered', async () => {
  const { track, run, end } = openTrack();
  await run(90);
  expect([track.stalls, track.reads]).toEqual([0, 0]);
  end();
});

it('reports frames that are decoded and not delivered, within a second', async () => {
  const { track, run, end } = openTrack();
  await run(10);
  track.isDelivering = false;
  await run(30);
  expect(track.stalls).toBeGreaterThan(0);
  end();
});

it('takes a camera without frames for no stall', async () => {
  const { track, end } = openTrack();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(track.stalls).toBe(0);
  end();
});

it('starts to count anew with a new receive stream', async () => {
  const { track, run, end } = openTrack();
  await run(60);
  track.isDelivering = false;
  await vi.advanceTimersByTimeAsync(600);
  track.decoded = 0;
  await run(3);
  track.isDelivering = true;
  await run(60);
  expect(track.stalls).toBe(0);
  end();
});

it('ends', async () => {
  const { track, run, end } = openTrack();
  track.isDelivering = false;
  end();
  await run(90);
  expect([track.stalls, track.reads]).toEqual([0, 0]);
});
