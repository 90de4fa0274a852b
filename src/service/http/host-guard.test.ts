import { expect, test } from 'vitest';
import {
  createLoopbackGuard,
  isLoopbackAddress,
  loopbackHosts,
  requireHost,
} from './host-guard.ts';

const guard = createLoopbackGuard(() => loopbackHosts(4000, 'studio.example'));

test.each([
  { host: '127.0.0.1:4000' },
  { host: 'LOCALHOST:4000' },
  { host: '[::1]:4000' },
  { host: 'studio.example' },
  { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' },
])('lets %o through', (headers) => {
  expect(() => guard(headers)).not.toThrow();
});

test.each([
  {},
  { host: '127.0.0.1:4001' },
  { host: '127.0.0.1' },
  { host: 'rebound.example:4000' },
  { host: '127.0.0.1:4000.example' },
  { host: '127.0.0.1:4000', origin: 'https://evil.example' },
  { host: '127.0.0.1:4000', origin: 'null' },
  { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4001' },
  { host: '127.0.0.1:4000', origin: 'chrome-extension://127.0.0.1:4000' },
])('refuses %o', (headers) => {
  expect(() => guard(headers)).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

test('knows loopback addresses', () => {
  expect(
    ['127.0.0.1', '127.8.9.1', '::1', 'localhost', '::ffff:127.0.0.1'].every(isLoopbackAddress),
  ).toBe(true);
  expect(
    ['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', '::ffff:10.0.0.1'].some(isLoopbackAddress),
  ).toBe(false);
});

test.each([
  '',
  'a',
  'a.example:80',
  'a_b',
  '127.0.0.1:',
  '[::1]:4000',
  '[fe80::1]',
  'xn--a',
  '%41',
])('takes %j for the host of a request', (host) => {
  const request = { headers: { host }, rawHeaders: ['Host', host], httpVersion: '1.1' };
  expect(() => requireHost(request)).not.toThrow();
});
