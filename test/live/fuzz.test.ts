import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawSeed } from '../support/random.ts';
import { fuzzHandshake, fuzzInside, fuzzPort, fuzzSignalling } from './support/fuzz.ts';
import { joinFromNode, type NodeClient } from './support/node-client.ts';
import { openEmbedded } from './support/targets.ts';

/* Broken input of every kind, while two clients continue. `npm run soak -- room` runs it longer. */

vi.setConfig({ testTimeout: 180_000 });

const seed = drawSeed();
let target: Awaited<ReturnType<typeof openEmbedded>>;
let watcher: NodeClient;
let sender: NodeClient;
const faults: unknown[] = [];

beforeAll(async () => {
  console.log(`GUISE_SEED=${seed}`);
  target = await openEmbedded({ limits: { maxSignalsPerSecond: 1_000_000 } });
  target.server.listen((event) => {
    if (event.type === 'fault') {
      faults.push(event.error);
    }
  });
  sender = await joinFromNode(target, 'sender', 'fuzz');
  watcher = await joinFromNode(target, 'watcher', 'fuzz');
  await sender.publishVideo({ luma: 120 });
});
afterAll(async () => {
  await sender.close();
  await watcher.close();
  await target.close();
  await dispose();
});

describe('a room under broken input', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['on signalling sockets', () => fuzzSignalling(target, seed, 1500)],
    ['on its media ports', () => fuzzPort(findMediaPort(), seed, 1500)],
    ['in handshakes', () => fuzzHandshake(target, seed, 12)],
    ['inside an encrypted path', () => fuzzInside(target, seed, 1500, expectReached)],
  ])('goes on: %s', async (_name, fuzz) => {
    await fuzz();
    expect(faults).toEqual([]);
    const before = findVideo()?.frames ?? 0;
    await expect.poll(() => findVideo()?.frames ?? 0).toBeGreaterThan(before + 5);
    expect(findVideo()?.luma).toBeCloseTo(120, -1);
    expect(watcher.events).not.toContain('disconnected');
  });
});

function findVideo(): NodeClient['videos'][number] | undefined {
  return watcher.videos.find(({ from }) => from === 'sender');
}

/** The hostile packets were decrypted, so that they met the parsers. */
function expectReached(identity: string): void {
  const figures = target.server.metrics().find((found) => found.identity === identity);
  const [, subscriber] = figures?.paths ?? [];
  expect(subscriber?.unknownPackets).toBeGreaterThan(100);
  expect(subscriber?.messages.dropped).toBeGreaterThan(20);
}

function findMediaPort(): number {
  const figures = target.server.metrics().find(({ identity }) => identity === 'watcher');
  return figures?.paths[0]?.port ?? 0;
}
