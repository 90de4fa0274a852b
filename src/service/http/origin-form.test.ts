import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { toOriginForm } from './origin-form.ts';

it.each([
  ['/a?b', '/a?b', 'own'],
  ['*', '*', 'own'],
  ['http://other', '/', 'other'],
  ['HTTP://other:1?b', '/?b', 'other:1'],
  ['http://[::1]:8//a', '//a', '[::1]:8'],
  ['http:///a', 'http:///a', 'own'],
  ['http://127.0.0.1:8@other/a', 'http://127.0.0.1:8@other/a', 'own'],
])('reads %s as %s of %s', (url, path, host) => {
  const request = { url, headers: { host: 'own' } };
  expect(toOriginForm(request as unknown as IncomingMessage)).toBe(path);
  expect(request.headers.host).toBe(host);
});
