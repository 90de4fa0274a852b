import { describe, expect, it } from 'vitest';
import type { JobProgress } from '../../contract/job-details.ts';
import { createProgressTracker } from './progress-tracker.ts';

const weights = { reading: 1, preparing: 1, rendering: 7, finishing: 1 };

describe('the clock of a run', () => {
  it('tells one share that only rises, and the time left of the stage', () => {
    const told: JobProgress[] = [];
    const clock = createProgressTracker(weights, (progress) => told.push(progress));
    clock.enter('reading');
    clock.enter('preparing');
    clock.enter('rendering');
    clock.advance(0.5, 4000);
    clock.advance(7, null);
    clock.enter('finishing');
    expect(told.map(({ fraction }) => fraction)).toEqual([0, 0.1, 0.2, 0.55, 0.9, 0.9]);
    expect(told[3]).toEqual({ fraction: 0.55, phase: 'rendering', etaMs: 4000 });
  });

  it('records the time of every stage', () => {
    let nowMs = 100;
    const clock = createProgressTracker(
      weights,
      () => undefined,
      () => nowMs,
    );
    clock.enter('reading');
    nowMs += 5;
    clock.enter('rendering');
    nowMs += 40;
    expect(clock.stages()).toEqual([
      { name: 'reading', durationMs: 5 },
      { name: 'rendering', durationMs: 40 },
    ]);
    expect(clock.wallMs()).toBe(45);
  });
});
