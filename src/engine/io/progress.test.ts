import { describe, expect, it } from 'vitest';
import { createProgressMeter, type TranscodeProgress } from './progress.ts';

const stages = (): TranscodeProgress['stages'] => ({
  decode: 1,
  convert: 2,
  transform: 3,
  encode: 4,
});

describe('progress', () => {
  it('is told a few times a second with the time left', () => {
    let now = 0;
    const told: TranscodeProgress[] = [];
    const meter = createProgressMeter({
      durationUs: 10_000_000,
      stages,
      report: (progress) => told.push(progress),
      nowMs: () => now,
    });
    for (let frame = 1; frame <= 50; frame += 1) {
      now += 20;
      meter.advance(frame * 40_000);
    }
    // Twice real time, with 8 s of video left.
    expect(told).toHaveLength(5);
    expect(told.at(-1)).toMatchObject({ frames: 50, positionUs: 2_000_000, fraction: 0.2 });
    expect(told.at(-1)?.etaMs).toBeCloseTo(4000, 0);
    expect(told.at(-1)?.framesPerSecond).toBeCloseTo(50, 5);
    expect(told.at(-1)?.stages).toEqual(stages());
  });

  it('follows a speed that changes', () => {
    let now = 0;
    const meter = createProgressMeter({ durationUs: 100_000_000, stages, nowMs: () => now });
    for (let frame = 1; frame <= 1000; frame += 1) {
      now += frame <= 100 ? 10 : 40;
      meter.advance(frame * 40_000);
    }
    expect(meter.read().etaMs).toBeCloseTo(60_000, -3);
  });

  it('says nothing of time left that it cannot know', () => {
    const meter = createProgressMeter({ durationUs: 0, stages });
    meter.advance(40_000);
    expect(meter.read()).toMatchObject({ fraction: 0, etaMs: null });
  });
});
