import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { joinFromNode, type NodeClient } from './support/node-client.ts';
import { openEmbedded } from './support/targets.ts';

/* Every republished track and every subscription has new sources; a path must continue for any number of them. */

vi.setConfig({ testTimeout: 400_000, expect: { poll: { timeout: 60_000 } } });

let target: Awaited<ReturnType<typeof openEmbedded>>;
let watcher: NodeClient;
let sender: NodeClient;
beforeAll(async () => {
  target = await openEmbedded();
  sender = await joinFromNode(target, 'sender', 'again');
  watcher = await joinFromNode(target, 'watcher', 'again');
});
afterAll(async () => {
  await sender.close();
  await watcher.close();
  await target.close();
  await dispose();
});

it('a camera that is published forty times, in layers, is seen every time', async () => {
  for (let time = 0; time < 40; time += 1) {
    const seen = watcher.videos.length;
    const { stop } = await sender.publishVideo({ isSimulcast: true, luma: 60 + 2 * time });
    await expect.poll(() => watcher.videos[seen]?.frames ?? 0, { interval: 10 }).toBeGreaterThan(0);
    await stop();
  }
  expect(watcher.events).not.toContain('disconnected');
});
