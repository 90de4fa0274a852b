import { expect, it } from 'vitest';
import { closeCodes } from '../../contract/api/sockets.ts';
import { toSessionEnd } from './live-end.ts';

it('treats a canceled session as stopped, and does not restart it', () => {
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
