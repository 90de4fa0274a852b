import { describe, expect, it } from 'vitest';
import { PlaybackBuffer } from './playback-buffer.ts';

const MIN_MS = 25;

/** Turns every 2 ms; runs out when less waits than is needed at that time. Returns the times of silences. */
function run(
  buffer: PlaybackBuffer,
  fromMs: number,
  toMs: number,
  toNeed: (nowMs: number) => number,
): number[] {
  const silences: number[] = [];
  for (let nowMs = fromMs; nowMs < toMs; nowMs += 2) {
    if (buffer.ms < toNeed(nowMs)) {
      if (buffer.grow(nowMs)) {
        silences.push(nowMs);
      }
    } else {
      buffer.shrink(nowMs);
    }
  }
  return silences;
}

describe('the buffer in the sound server', () => {
  it('stays the least while nothing is late', () => {
    const buffer = new PlaybackBuffer();
    expect(run(buffer, 0, 60_000, () => 20)).toEqual([]);
    expect(buffer.ms).toBe(MIN_MS);
  });

  it('grows at once, but one cause counts once', () => {
    const buffer = new PlaybackBuffer();
    expect([buffer.grow(0), buffer.grow(10), buffer.grow(240)]).toEqual([true, false, false]);
    expect(buffer.ms).toBe(37.5);
  });

  it('never grows beyond 80 ms, however busy other programs are', () => {
    const buffer = new PlaybackBuffer();
    run(buffer, 0, 20_000, () => 1000);
    expect(buffer.ms).toBe(80);
  });

  it('is the least again half a minute after a burst', () => {
    const buffer = new PlaybackBuffer();
    run(buffer, 0, 4000, () => 1000);
    expect(run(buffer, 4000, 38_000, () => 20)).toEqual([]);
    expect(buffer.ms).toBe(MIN_MS);
  });

  it('is tried lower ever more rarely where less is not enough', () => {
    const buffer = new PlaybackBuffer();
    const silences = run(buffer, 0, 600_000, () => 50);
    expect(silences.filter((atMs) => atMs > 300_000).length).toBeLessThanOrEqual(10);
    expect(silences.length).toBeLessThanOrEqual(30);
  });

  it('forgets such trials when less is enough again', () => {
    const buffer = new PlaybackBuffer();
    run(buffer, 0, 300_000, () => 50);
    run(buffer, 300_000, 500_000, () => 20);
    expect(buffer.ms).toBe(MIN_MS);
    buffer.grow(500_000);
    run(buffer, 500_000, 520_000, () => 20);
    expect(buffer.ms).toBe(MIN_MS);
  });
});
