import { expect, it } from 'vitest';
import { createHintedJobs } from './hinted-jobs.ts';

it('hints wait for their submit, also for one that comes again, and the oldest of too many are forgotten', () => {
  const hinted = createHintedJobs();
  hinted.add('a', { transcript: 'First.' });
  hinted.add('a', { transcript: 'Second.' });
  expect(hinted.find('a')).toEqual({ transcript: 'Second.' });
  expect(hinted.find('a')).toEqual({ transcript: 'Second.' });
  expect(hinted.find('b')).toBeNull();
  expect(hinted.find(null)).toBeNull();
  for (let count = 0; count < 500; count += 1) {
    hinted.add(`later ${count}`, {});
  }
  expect(hinted.find('a')).toBeNull();
  expect(hinted.find('later 0')).toEqual({});
});
