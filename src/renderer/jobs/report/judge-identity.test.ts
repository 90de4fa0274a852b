import { expect, it } from 'vitest';
import type { IdentityReport } from '../../../contract/job-details.ts';
import { judgeIdentity } from './judge-identity.ts';

const whole: IdentityReport = {
  method: 'body',
  reason: null,
  heldFrames: 0,
  guessedFraction: 0.01,
  leak: 0,
};

it('says when only the head was swapped, and when frames have none', () => {
  expect(judgeIdentity(whole, 100)).toEqual([]);
  const head = { ...whole, method: 'head', reason: 'legs_missing', heldFrames: 50 } as const;
  expect(judgeIdentity(head, 100)).toEqual([
    { code: 'head_only', grade: 'visible' },
    { code: 'driver_lost', grade: 'unconvincing', values: { percent: 50 } },
  ]);
});

it('says how much of the scene was made up', () => {
  expect(judgeIdentity({ ...whole, guessedFraction: 0.12 }, 100)).toEqual([
    { code: 'ground_guessed', grade: 'visible', values: { percent: 12 } },
  ]);
});
