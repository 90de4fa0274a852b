import { expect, it } from 'vitest';
import { canOpenRooms, describeRoomHosting } from './open-rooms.ts';

it.each([
  ['127.0.0.1', false, {}, true],
  ['localhost', false, {}, true],
  ['192.168.1.7', false, {}, true],
  ['0.0.0.0', false, {}, true],
  ['::', false, {}, true],
  ['2001:db8::7', false, {}, false],
  // A proxy passes no media on.
  ['127.0.0.1', true, {}, false],
  ['127.0.0.1', true, { LIVEKIT_URL: 'wss://media.example' }, true],
  ['0.0.0.0', false, { LIVEKIT_URL: 'wss://media.example' }, true],
])('a service on %s (proxy: %s, %j) has rooms that clients can reach: %s', (...row) => {
  const [host, isProxied, env, isReachable] = row;
  expect(canOpenRooms({ host, isProxied, env, pageOrigins: [] })).toBe(isReachable);
});

it.each([
  ['127.0.0.1', false, {}, null],
  ['192.168.1.7', false, {}, null],
  ['0.0.0.0', false, {}, /^Media rooms are on \d+\.\d+\.\d+\.\d+: /],
  ['0.0.0.0', true, {}, /^This node runs no real-time swaps itself, .* behind --public-url\. /],
  ['2001:db8::7', false, {}, /^This node runs no real-time swaps itself, .* on 2001:db8::7\. /],
  ['::', false, { LIVEKIT_URL: 'wss://media.example' }, null],
])('a service on %s (proxy: %s, %j) says at its start: %s', (host, isProxied, env, said) => {
  const text = describeRoomHosting({ host, isProxied, env, pageOrigins: [] });
  expect(text === null ? null : said?.test(text)).toBe(said === null ? null : true);
});
