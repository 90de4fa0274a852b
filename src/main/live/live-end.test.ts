import { expect, it } from 'vitest';
import { closeCodes } from '../../contract/api/sockets.ts';
import { toSessionEnd } from './live-end.ts';

it('takes a session that somebody canceled as stopped, and does not begin it again', () => {
  const end = { closeCode: closeCodes.token, refusal: null, error: null };
  expect(toSessionEnd(end, { reason: 'canceled' })).toEqual({
    reason: 'stopped',
    error: null,
    isService: false,
  });
  expect(toSessionEnd(end, {})).toMatchObject({ reason: 'failed', isService: true });
});

it('takes a session that waited too long as idle', () => {
  const end = { closeCode: closeCodes.idle, refusal: null, error: null };
  expect(toSessionEnd(end, { reason: 'expired' })).toMatchObject({ reason: 'idle', error: null });
});
