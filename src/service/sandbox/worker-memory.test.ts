import { describe, expect, it } from 'vitest';
import { workerMemoryLimit } from './worker-memory.ts';

const gigabytes = (count: number): number => count * 1_073_741_824;

describe('the memory of a worker', () => {
  it.each([
    { total: 64, workers: 4, limit: 12 },
    { total: 16, workers: 2, limit: 6 },
    { total: 8, workers: 2, limit: 4 },
    { total: 8, workers: 1, limit: 6 },
    { total: 4, workers: 2, limit: 3 },
    { total: 2, workers: 1, limit: 2 },
  ])(
    'of $workers in a machine with $total GB is $limit GB at most',
    ({ total, workers, limit }) => {
      expect(workerMemoryLimit(workers, gigabytes(total))).toBe(gigabytes(limit));
    },
  );
});
