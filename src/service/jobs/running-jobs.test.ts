import { describe, expect, it } from 'vitest';
import type { JobProgress } from '../../contract/job-details.ts';
import { createRunningJobs } from './running-jobs.ts';

const at = (fraction: number, etaMs: number | null = null): JobProgress => ({
  fraction,
  etaMs,
  phase: 'rendering',
});

describe('facts about running jobs', () => {
  it("are those of the run's latest report, and null after the run", () => {
    const running = createRunningJobs();
    expect(running.find('a')).toBeNull();
    running.note('a', at(0.4, 600));
    expect(running.find('a')).toEqual(at(0.4, 600));
    running.note('a', at(0.1, 900));
    expect(running.find('a')).toEqual(at(0.1, 900));
    running.forget('a');
    expect(running.find('a')).toBeNull();
  });

  it('adds up segments that run at the same time, and those that are rendered', () => {
    const running = createRunningJobs();
    running.note('a', at(0.5, 500), { at: 2, count: 8, done: 2 });
    expect(running.find('a')).toEqual(at(2.5 / 8, 5500));
    running.note('a', at(0.5, 500), { at: 3, count: 8, done: 2 });
    // Two at once take half of the time.
    expect(running.find('a')).toEqual(at(3 / 8, 2500));
  });

  it('never goes back while segments end and begin', () => {
    const running = createRunningJobs();
    const [second, third] = [
      { at: 2, count: 4, done: 2 },
      { at: 3, count: 4, done: 2 },
    ];
    running.note('a', at(0.9), second);
    running.note('a', at(0.5), third);
    expect(running.find('a')?.fraction).toBeCloseTo(3.4 / 4);
    running.forget('a', second);
    expect(running.find('a')?.fraction).toBeCloseTo(3.4 / 4);
    running.forget('a', third);
    expect(running.find('a')).toBeNull();
  });
});
