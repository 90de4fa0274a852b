import { expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { toDiskFault, faultDetails, findFault, toServiceDetails } from './faults.ts';

const toSystemError = (code: string): Error => Object.assign(new Error(code), { code });

it.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EACCES', 'no_permission'],
  ['EPERM', 'no_permission'],
  ['EROFS', 'no_permission'],
])('says what %s means where a disk is written', (code, reason) => {
  expect(toDiskFault(toSystemError(code))).toEqual({ details: { reason } });
});

it('has no fault for what the user cannot change, and keeps the one that is there', () => {
  expect(toDiskFault(toSystemError('EIO'))).toEqual({});
  expect(toDiskFault(toSystemError('toString'))).toEqual({});
  expect(toDiskFault('ENOSPC')).toEqual({});
  const details = { ...faultDetails('no_permission'), path: '/home/x' };
  expect(toDiskFault(new AppError('storage_failed', 'x', { details }))).toEqual({
    details: { reason: 'no_permission' },
  });
  expect(toDiskFault(new AppError('service_unreachable', 'x', { details }))).toEqual({});
});

it('takes a code of the system alone for no fault: that of a connection is not that of a folder', () => {
  expect(findFault({ reason: 'EACCES' })).toBeNull();
  expect(findFault({ reason: 'EPERM', peer: 'example' })).toBeNull();
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, '45', true, null])(
  'has numbers for its numeric facts, not %s',
  (max_mb) => {
    expect(findFault({ reason: 'file_too_large', max_mb })).toBeNull();
    expect(findFault({ reason: 'file_too_large', max_mb: 45 })?.facts).toEqual({ max_mb: 45 });
  },
);

it('has words for the others', () => {
  expect(findFault({ reason: 'wrong_type', format: 7 })).toBeNull();
  expect(findFault({ reason: 'wrong_type', format: 'PNG' })?.facts).toEqual({ format: 'PNG' });
});

it('knows a full disk of a service from that of this computer, and what only the app can have', () => {
  expect(toServiceDetails({ reason: 'disk_full', a: 1 })).toEqual({
    reason: 'service_disk_full',
    a: 1,
  });
  expect(toServiceDetails({ reason: 'key_unreadable', a: 1 })).toEqual({ a: 1 });
  expect(toServiceDetails({ reason: 'no_sound', a: 1 })).toEqual({ reason: 'no_sound', a: 1 });
});
