import { expect, it } from 'vitest';
import { canOpenRooms } from './open-rooms.ts';

it.each([
  ['127.0.0.1', false, {}, true],
  ['localhost', false, {}, true],
  ['192.168.1.7', false, {}, true],
  // Media needs one address that clients can be told.
  ['0.0.0.0', false, {}, false],
  ['::', false, {}, false],
  // A proxy passes no media on.
  ['127.0.0.1', true, {}, false],
  ['127.0.0.1', true, { LIVEKIT_URL: 'wss://media.example' }, true],
  ['0.0.0.0', false, { LIVEKIT_URL: 'wss://media.example' }, true],
])('a service on %s (proxy: %s, %j) has rooms that clients can reach: %s', (...row) => {
  const [host, isProxied, env, isReachable] = row;
  expect(canOpenRooms({ host, isProxied, env, pageOrigins: [] })).toBe(isReachable);
});
