import { dispose } from '@livekit/rtc-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserClient, type BrowserHost, openBrowserHost } from './support/browser-client.ts';
import { joinFromNode, type NodeClient } from './support/node-client.ts';
import { listTargets, makeToken, type Target } from './support/targets.ts';

/*
 * Unmodified clients of LiveKit in a room, against every available server. Each participant sends frames of one
 * brightness, so that a frame identifies its sender.
 */

const quality = { low: 0, high: 2 } as const;

let browser: BrowserHost;
beforeAll(async () => {
  browser = await openBrowserHost();
});
afterAll(async () => {
  await browser.close();
  await dispose();
});

describe.each(listTargets())('$name', ({ open }) => {
  let target: Target;
  let opened: { close(): Promise<void> }[] = [];
  let rooms = 0;
  beforeAll(async () => {
    target = await open();
  });
  afterEach(async () => {
    await Promise.all(opened.map((client) => client.close()));
    opened = [];
  });
  afterAll(() => target.close());

  const newRoom = (): string => `conformance-${process.pid}-${(rooms += 1)}`;
  const fromNode = async (
    ...[identity, room, options]: [string, string, Parameters<typeof joinFromNode>[3]?]
  ): Promise<NodeClient> => {
    const client = await joinFromNode(target, identity, room, options);
    opened.push(client);
    return client;
  };
  const fromPage = async (
    generation: 'current' | 'older',
    identity: string,
    room: string,
  ): Promise<BrowserClient> => {
    const client = await browser.join(generation, target, { identity, room });
    opened.push(client);
    return client;
  };

  describe.each(['current', 'older'] as const)('a page with the %s client', (generation) => {
    it.each([
      ['vp8', false],
      ['h264', false],
      ['vp8', true],
    ] as const)('sends and gets %s (simulcast: %s)', async (codec, isSimulcast) => {
      const room = newRoom();
      const node = await fromNode('node', room);
      const page = await fromPage(generation, 'page', room);
      await Promise.all([
        page.call('publishVideo', { luma: 200, codec, isSimulcast, width: 640, height: 360 }),
        node.publishVideo({ luma: 90, codec }),
      ]);
      await expect.poll(() => findVideoOf(node, 'page').frames).toBeGreaterThan(10);
      await expect.poll(() => findVideoOf(node, 'page').luma).toBeGreaterThan(190);
      await expect.poll(() => findVideoOf(node, 'page').luma).toBeLessThan(210);
      await expect.poll(async () => (await readVideoIn(page, 'node'))?.frames).toBeGreaterThan(10);
      const picture = await readVideoIn(page, 'node');
      expect([picture?.width, picture?.height]).toEqual([320, 240]);
      const facts = target.server?.metrics().find((figure) => figure.identity === 'page');
      if (facts !== undefined) {
        expect(facts.hasOneConnection).toBe(generation === 'current');
        expect(facts.up[0]?.mime).toBe(`video/${codec}`);
      }
      if (isSimulcast) {
        const rids = (await page.see()).senders.map((sender) => sender.rid);
        expect(rids.length).toBeGreaterThan(1);
      }
    });

    it('gets the requested layer', async () => {
      const room = newRoom();
      const node = await fromNode('node', room);
      const page = await fromPage(generation, 'page', room);
      await node.publishVideo({ luma: 100, isSimulcast: true, width: 640, height: 480 });
      const width = async (): Promise<number> => (await readVideoIn(page, 'node'))?.width ?? 0;
      await expect.poll(width).toBe(640);
      await page.call('setQuality', 'node', quality.low);
      await expect.poll(width).toBeLessThan(640);
      await page.call('setQuality', 'node', quality.high);
      await expect.poll(width).toBe(640);
    });

    it('sends and receives audio, mutes and unmutes', async () => {
      const room = newRoom();
      const node = await fromNode('node', room);
      const page = await fromPage(generation, 'page', room);
      const [sid] = await Promise.all([page.call('publishTone'), node.publishTone()]);
      await expect.poll(() => node.sounds.get('page')).toBeGreaterThan(20);
      await expect
        .poll(async () => (await page.see()).sounds[0]?.energy ?? 0)
        .toBeGreaterThan(0.01);
      await page.call('mute', sid, true);
      await expect.poll(() => node.events).toContain('trackMuted');
      const heard = node.sounds.get('page') ?? 0;
      await page.call('mute', sid, false);
      await expect.poll(() => node.events).toContain('trackUnmuted');
      await expect.poll(() => node.sounds.get('page') ?? 0).toBeGreaterThan(heard + 20);
    });

    it('exchanges messages, whose senders the room names', async () => {
      const room = newRoom();
      const node = await fromNode('node', room);
      const page = await fromPage(generation, 'page', room);
      if (target.server === null) {
        // LiveKit announces participants without tracks seconds later, all at once; until then their messages have no
        // sender.
        await expect
          .poll(() => node.room.remoteParticipants.has('page'), { timeout: 15_000 })
          .toBe(true);
      }
      await page.call('send', 'sure', { topic: 'a', isReliable: true });
      await page.call('send', 'quick', { topic: 'b', isReliable: false });
      await expect.poll(() => node.messages.length).toBe(2);
      expect(node.messages.toSorted((one, other) => one.topic.localeCompare(other.topic))).toEqual([
        { from: 'page', text: 'sure', topic: 'a' },
        { from: 'page', text: 'quick', topic: 'b' },
      ]);
      const bytes = new TextEncoder().encode('back');
      await node.room.localParticipant!.publishData(bytes, { reliable: true, topic: 'c' });
      await expect
        .poll(async () => (await page.see()).messages)
        .toEqual([{ from: 'node', text: 'back', topic: 'c' }]);
    });

    it('shows tracks that were published before it joined, and ends withdrawn ones', async () => {
      const room = newRoom();
      const node = await fromNode('node', room);
      const video = await node.publishVideo({ luma: 160 });
      const page = await fromPage(generation, 'page', room);
      await expect.poll(async () => (await readVideoIn(page, 'node'))?.frames).toBeGreaterThan(5);
      await video.stop();
      await expect.poll(async () => (await page.see()).videos).toEqual([]);
      await node.publishVideo({ luma: 80 });
      await expect.poll(async () => (await readVideoIn(page, 'node'))?.frames).toBeGreaterThan(5);
      await page.call('subscribe', 'node', false);
      await expect.poll(async () => (await page.see()).videos).toEqual([]);
      await page.call('subscribe', 'node', true);
      await expect.poll(async () => (await readVideoIn(page, 'node'))?.frames).toBeGreaterThan(5);
    });

    it('withdraws its own track and publishes again', async () => {
      const room = newRoom();
      const node = await fromNode('node', room);
      const page = await fromPage(generation, 'page', room);
      const sid = await page.call('publishVideo', { luma: 220 });
      await expect.poll(() => findVideoOf(node, 'page').frames).toBeGreaterThan(5);
      await page.call('unpublish', sid);
      await expect.poll(() => node.events).toContain('trackUnsubscribed');
      await page.call('publishVideo', { luma: 40 });
      await expect.poll(() => node.videos.length).toBe(2);
      await expect.poll(() => findVideoOf(node, 'page').luma).toBeLessThan(70);
    });

    it('leaves, and the others see it', async () => {
      const room = newRoom();
      const node = await fromNode('node', room);
      const page = await fromPage(generation, 'page', room);
      await expect.poll(() => [...node.room.remoteParticipants.keys()]).toEqual(['page']);
      await page.call('leave');
      await expect.poll(() => [...node.room.remoteParticipants.keys()]).toEqual([]);
    });

    it('is disconnected when another client joins with its identity', async () => {
      const room = newRoom();
      const first = await fromPage(generation, 'same', room);
      const second = await fromNode('same', room);
      await expect.poll(async () => (await first.see()).state).toBe('disconnected');
      expect(second.room.isConnected).toBe(true);
    });

    it('goes on without a gap when its socket is lost', async ({ skip }) => {
      const { server } = target;
      if (server === null) {
        skip('The sockets of a LiveKit server elsewhere cannot be cut.');
        return;
      }
      const room = newRoom();
      const node = await fromNode('node', room);
      const page = await fromPage(generation, 'page', room);
      await page.call('publishVideo', { luma: 200 });
      await node.publishVideo({ luma: 60 });
      await expect.poll(() => findVideoOf(node, 'page').frames).toBeGreaterThan(5);
      await expect.poll(async () => (await readVideoIn(page, 'node'))?.frames).toBeGreaterThan(5);
      expect(server.cutSocket(room, 'page')).toBe(true);
      expect(server.cutSocket(room, 'node')).toBe(true);
      const before = findVideoOf(node, 'page').frames;
      await expect.poll(async () => (await page.see()).events).toContain('reconnected');
      await expect.poll(() => node.events).toContain('reconnected');
      await expect.poll(() => findVideoOf(node, 'page').frames).toBeGreaterThan(before + 10);
      expect(node.videos.length).toBe(1);
      expect((await page.see()).events).not.toContain('disconnected');
      // Data after the resume still arrives.
      await page.call('publishTone');
      await expect.poll(() => node.sounds.get('page') ?? 0).toBeGreaterThan(5);
    });
  });

  it('lets Node clients of both generations meet', async () => {
    const room = newRoom();
    const older = await fromNode('older', room, { hasOneConnection: false });
    const current = await fromNode('current', room, { hasOneConnection: true });
    await older.publishVideo({ luma: 70, codec: 'h264' });
    await current.publishVideo({ luma: 190, isSimulcast: true, width: 640, height: 480 });
    await expect.poll(() => findVideoOf(current, 'older').frames).toBeGreaterThan(5);
    await expect.poll(() => findVideoOf(older, 'current').frames).toBeGreaterThan(5);
    expect(findVideoOf(older, 'current').luma).toBeGreaterThan(180);
    expect(findVideoOf(current, 'older').luma).toBeLessThan(80);
  });

  it('keeps rooms apart', async () => {
    const one = await fromNode('one', newRoom());
    const other = await fromNode('other', newRoom());
    await one.publishVideo({ luma: 100 });
    const bytes = new TextEncoder().encode('secret');
    await one.room.localParticipant!.publishData(bytes, { reliable: true });
    const witness = await fromNode('witness', one.room.name!);
    await expect.poll(() => findVideoOf(witness, 'one').frames).toBeGreaterThan(5);
    expect(other.videos).toEqual([]);
    expect(other.messages).toEqual([]);
    expect([...other.room.remoteParticipants.keys()]).toEqual([]);
  });

  it('gives nothing to a token that may not subscribe', async () => {
    const room = newRoom();
    const source = await fromNode('source', room);
    await source.publishVideo({ luma: 100 });
    const token = makeToken(target, 'blind', room, { grants: { canSubscribe: false } });
    const blind = await fromNode('blind', room, { token });
    const witness = await fromNode('witness', room);
    await expect.poll(() => findVideoOf(witness, 'source').frames).toBeGreaterThan(5);
    expect(blind.videos).toEqual([]);
  });
});

function findVideoOf(node: NodeClient, from: string): NodeClient['videos'][number] {
  const none = { from, frames: 0, width: 0, height: 0, luma: -1 };
  return node.videos.findLast((video) => video.from === from) ?? none;
}

async function readVideoIn(page: BrowserClient, from: string) {
  return (await page.see()).videos.find((video) => video.from === from);
}
