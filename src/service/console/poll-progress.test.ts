import { describe, expect, it } from 'vitest';
import { describeProgress } from './poll-progress.ts';

describe('a line about progress', () => {
  it.each([
    [{ fraction: 0.419, phase: 'rendering', etaMs: 11_200 }, 'rendering, 41 %, about 12 s left'],
    [{ fraction: 0.9, phase: 'rendering', etaMs: 200_000 }, 'rendering, 90 %, about 3 min left'],
    [{ fraction: 0, phase: 'reading', etaMs: null }, 'reading, 0 %'],
  ] as const)('says %o', (progress, line) => {
    expect(describeProgress(progress)).toBe(line);
  });
});
