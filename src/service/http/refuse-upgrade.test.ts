import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { setUpgradeHeaders } from './upgrade-headers.ts';

it('has clients wait before they try a full service again, whatever their rate', async () => {
  const refuse = (error: AppError): Promise<string> => {
    const socket = new PassThrough();
    setUpgradeHeaders(socket, () => ({ 'ratelimit-limit': '600', 'retry-after': '0' }));
    const reply = text(socket);
    refuseUpgrade(socket, error);
    return reply;
  };
  const full = await refuse(new AppError('at_capacity', 'All are taken.'));
  expect(full).toMatch(/^HTTP\/1\.1 429 /);
  expect(full.match(/retry-after: \d+/gi)).toEqual(['retry-after: 2']);
  expect(full).toContain('ratelimit-limit: 600');
  expect(await refuse(new AppError('unauthorized', 'No.'))).toContain('retry-after: 0');
});
