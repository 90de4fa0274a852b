import { expect, it } from 'vitest';
import { toEndingElsewhere } from './session-ending.ts';

it.each([
  ['canceled', 'canceled', 'token'],
  ['expired', 'expired', 'idle'],
  ['time_used_up', 'time_used_up', 'token'],
  ['a reason of a later version', 'failed', 'token'],
  [null, 'failed', 'token'],
])('of a session that ended elsewhere (%s) is told as %s', (endReason, reason, code) => {
  expect(toEndingElsewhere({ endReason })).toMatchObject({ reason, close: { code } });
});
