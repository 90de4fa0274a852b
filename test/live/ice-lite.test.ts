import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeStunCheck } from './support/stun-check.ts';
import { IceLite } from '../../src/room/ice/ice-lite.ts';

let ice: IceLite;
const peers: Socket[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(1000);
  ice = await IceLite.open('127.0.0.1', () => undefined);
});
afterEach(() => {
  ice.close();
  peers.splice(0).forEach((peer) => peer.close());
  vi.useRealTimers();
});

/** A peer whose check was answered. */
async function join(isNominating: boolean): Promise<Socket> {
  const peer = createSocket('udp4').bind(0, '127.0.0.1');
  peers.push(peer);
  await once(peer, 'listening');
  peer.send(writeStunCheck(ice, isNominating), ice.port, '127.0.0.1');
  await once(peer, 'message');
  return peer;
}

/** Returns whether a datagram sent now arrives at a peer; the answer to a later check marks the end of the wait. */
async function isSentTo(peer: Socket): Promise<boolean> {
  const got: Buffer[] = [];
  const take = (bytes: Buffer): number => got.push(bytes);
  peer.on('message', take);
  ice.send(Buffer.from([0x80, 1]));
  peer.send(writeStunCheck(ice, false), ice.port, '127.0.0.1');
  await expect.poll(() => got.some((bytes) => bytes[0] === 1)).toBe(true);
  peer.off('message', take);
  return got.some((bytes) => bytes[0] === 0x80);
}

it('sends to an address that a check names for five seconds, unless something from it is decrypted', async () => {
  const peer = await join(true);
  ice.requireProof();
  vi.advanceTimersByTime(20_000);
  expect(await isSentTo(peer)).toBe(true);
  // A peer with the password can send checks from the address of a third party.
  const named = await join(true);
  expect(await isSentTo(named)).toBe(true);
  vi.advanceTimersByTime(5001);
  expect(await isSentTo(named)).toBe(false);
  expect(await isSentTo(peer)).toBe(false);
  ice.prove();
  expect(await isSentTo(named)).toBe(true);
});

it('takes checks and decrypted packets as signs of life, not packets of others', async () => {
  const peer = await join(true);
  ice.requireProof();
  const heardMs = ice.lastReceivedMs;
  vi.advanceTimersByTime(1000);
  const other = await join(false);
  expect(ice.lastReceivedMs).toBe(heardMs);
  peer.send(Buffer.from([0x80, 96, 1, 2, 3]), ice.port, '127.0.0.1');
  await expect.poll(() => ice.counters.received).toBe(1);
  expect(ice.lastReceivedMs).toBe(heardMs);
  expect(await isSentTo(peer)).toBe(true);
  expect(ice.lastReceivedMs).toBeGreaterThanOrEqual(heardMs + 1000);
  expect(await isSentTo(other)).toBe(false);
});
