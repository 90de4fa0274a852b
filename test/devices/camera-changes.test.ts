import { afterEach, describe, expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { PeerHost } from '../../src/base/peer/peer-host.ts';
import type { PeerProcess } from '../../src/base/peer/port.ts';
import type { FrameLinkAddress } from '../../src/contract/frame-link.ts';
import { cameraMethods } from '../../src/contract/devices.ts';
import type { LiveState } from '../../src/contract/ipc/live.ts';
import { type AskedMethods, toTableReplySchema } from '../../src/contract/peer-methods.ts';
import { Cameras } from '../../src/main/devices/cameras.ts';
import { toForkedPeer } from '../support/forked-peer.ts';

const entry = resolveInProject('src', 'devices', 'camera', 'cameras-entry.ts');
const running: LiveState = {
  state: 'running',
  sessionId: 'one',
  isLinked: true,
  bypass: 'off',
  isPublished: true,
  room: { url: 'ws://127.0.0.1/', token: 'token' },
  isRemote: false,
  model: 'engine',
  maxDurationSec: 60,
  costPerMinuteUsd: 0,
};

let cameras: Cameras | null = null;
afterEach(async () => {
  await cameras?.closeStream();
  cameras = null;
});

/**
 * The cameras of main with the process that holds the devices, which has none; notes every `change` and `setCard` that it is
 * sent. `onOpen` is called when it is asked to open.
 */
function openWorld(onOpen: () => void = () => undefined) {
  const changes: unknown[] = [];
  const cards: unknown[] = [];
  const links: (FrameLinkAddress | null)[] = [];
  const fork = (): PeerProcess => {
    const peer = toForkedPeer(entry, toTableReplySchema(cameraMethods));
    return {
      ...peer,
      send: (message, transfer) => {
        peer.send(message, transfer);
        if ('method' in message && 'question' in message) {
          if (message.method === 'change') {
            changes.push(message.question);
          } else if (message.method === 'setCard') {
            cards.push(message.question);
          } else if (message.method === 'open') {
            onOpen();
          }
        }
      },
    };
  };
  const opened = new Cameras({
    fork,
    service: { sendFramesTo: (link) => links.push(link) },
    isOwnOrigin: () => false,
    vault: { readProofKey: async () => new Uint8Array(32) },
    emit: () => undefined,
    log: () => undefined,
  });
  cameras = opened;
  return { cameras: opened, changes, cards, links };
}

describe('the process of the cameras', () => {
  it('covers at once, also while a caller waits for the end of the card', async () => {
    const host: PeerHost<AskedMethods<typeof cameraMethods>> = new PeerHost({
      start: () => toForkedPeer(entry, toTableReplySchema(cameraMethods)),
      ended: () => new Error('The process ended.'),
    });
    const format = { width: 854, height: 480, rate: 30 };
    await host.call('open', { format, name: null, cardPath: null });
    const answered: string[] = [];
    const waiting = host
      .call('nextCard', { isCard: true })
      .then(() => answered.push('what leaves'));
    await host.call('change', { isCovered: true }).then(() => answered.push('covered'));
    await waiting;
    await host.end();
    expect(answered).toEqual(['covered', 'what leaves']);
  });
});

describe('the camera host of main', () => {
  it('send all settings when the process starts, and from then on only changes', async () => {
    const world = openWorld();
    world.cameras.cover(true);
    await world.cameras.calls['cameras.delay']({ delayMs: 40 });
    expect(world.changes).toEqual([]);
    await world.cameras.openStream('y4m');
    expect(world.changes.splice(0)).toEqual([
      { isPublished: false, isCovered: true, mayPass: false, delayMs: 40 },
    ]);
    await world.cameras.calls['cameras.delay']({ delayMs: 500 });
    world.cameras.cover(false);
    world.cameras.setLiveState({ ...running, bypass: 'starting' });
    world.cameras.setLiveState({ ...running, bypass: 'on' });
    world.cameras.setLiveState({ ...running, bypass: 'ending' });
    expect(world.changes).toEqual([
      { delayMs: 500 },
      { isCovered: false },
      { isPublished: true },
      { mayPass: true },
      { mayPass: false },
    ]);
  });

  it('sends a card that is chosen while the process opens', async () => {
    const world = openWorld(() => world.cameras.setCard(null));
    world.cameras.setCard('/a/card/of/before.png');
    await world.cameras.openStream('y4m');
    expect(world.cards).toEqual([{ cardPath: null }]);
  });

  it('stays covered while a session opens', async () => {
    const world = openWorld();
    await world.cameras.openStream('y4m');
    world.changes.length = 0;
    world.cameras.cover(true);
    world.cameras.setLiveState({ state: 'opening' });
    world.cameras.setLiveState(running);
    expect(world.changes).toEqual([{ isCovered: true }, { isPublished: true }]);
  });

  it('sends workers the address of frames and the permitted devices only while the user is live', async () => {
    const world = openWorld();
    const preview: LiveState = { ...running, isPublished: false };
    world.cameras.setLiveState(preview);
    await world.cameras.openStream('y4m');
    expect(world.links.splice(0)).not.toContainEqual(
      expect.objectContaining({ port: expect.anything() }),
    );
    expect(world.changes.splice(0)).toMatchObject([{ isPublished: false }]);
    world.cameras.setLiveState(running);
    expect(world.links.splice(0)).toEqual([expect.objectContaining({ port: expect.any(Number) })]);
    world.cameras.setLiveState(preview);
    expect(world.links.splice(0)).toEqual([null]);
    world.cameras.setLiveState(running);
    world.cameras.setLiveState({ state: 'ended', reason: 'stopped', error: null });
    expect(world.links.at(-1)).toBeNull();
    expect(world.changes).toEqual([
      { isPublished: true },
      { isPublished: false },
      { isPublished: true },
      { isPublished: false },
    ]);
  });
});
