import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DisconnectReason, SessionDescription } from '@livekit/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { dispose } from '@livekit/rtc-node';
import { Transport } from '../../src/room/transport/transport.ts';
import { joinFromNode } from './support/node-client.ts';
import { openRaw } from './support/raw-client.ts';
import { makeToken, openEmbedded } from './support/targets.ts';

/* Resources left after participants have gone, and after the server has. */

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

afterAll(() => dispose());

describe('a room that ends', () => {
  it('notifies its participants and frees sockets and timers of the process', async () => {
    const before = countResources();
    const target = await openEmbedded();
    const clients = await Promise.all(
      ['one', 'two'].map((name) => joinFromNode(target, name, 'short')),
    );
    const raw = await openRaw(target, makeToken(target, 'raw', 'short'));
    await raw.next('join');
    expect(countResources()).not.toEqual(before);
    const left: string[] = [];
    target.server.listen((event) => {
      if (event.type === 'participant_left') {
        left.push(event.identity);
      }
    });
    await target.close();
    expect(left.toSorted()).toEqual(['one', 'raw', 'two']);
    expect((await raw.next('leave')).reason).toBe(DisconnectReason.SERVER_SHUTDOWN);
    await expect.poll(() => clients.map(({ room }) => room.isConnected)).toEqual([false, false]);
    await Promise.all(clients.map((client) => client.close()));
    await raw.close();
    await expect.poll(countResources).toEqual(before);
  });

  it('can be closed while clients join', async () => {
    const before = countResources();
    const target = await openEmbedded();
    const joining = Array.from({ length: 5 }, (_, index) =>
      openRaw(target, makeToken(target, `late-${index}`, 'short')).catch(() => null),
    );
    await pause(3);
    await target.close();
    const clients = await Promise.all(joining);
    await Promise.all(clients.flatMap((client) => client?.close() ?? []));
    await expect.poll(countResources).toEqual(before);
    expect(target.server.participants()).toEqual([]);
  });

  it('keeps no memory of past participants', async () => {
    const opened = watchTransports();
    const target = await openEmbedded();
    const stays = await joinFromNode(target, 'host', 'memory');
    await stays.publishVideo({ luma: 100 });
    for (let round = 0; round < 4; round += 1) {
      const client = await joinFromNode(target, `guest-${round}`, 'memory', {
        hasOneConnection: round % 2 === 0,
      });
      await client.publishVideo({ luma: 50 });
      await expect.poll(() => client.videos[0]?.frames ?? 0).toBeGreaterThan(0);
      await client.close();
      await expect.poll(() => target.server.participants()).toHaveLength(1);
    }
    await expect.poll(() => countLeft(opened)).toBe(1);
    expect(opened).toHaveLength(7);
    await stays.close();
    await target.close();
    await expect.poll(() => countLeft(opened)).toBe(0);
  });
});

describe('a participant who stays away', () => {
  it('is removed when its socket does not come back in time', async () => {
    const target = await openEmbedded({ limits: { resumeWindowMs: 50 } });
    const raw = await openRaw(target, makeToken(target, 'gone', 'quiet'));
    await raw.next('join');
    raw.socket.terminate();
    await expect.poll(() => target.server.participants()).toEqual([]);
    await target.close();
  });

  it('is disconnected when its media never connects', async () => {
    const target = await openEmbedded({ limits: { joinTimeoutMs: 50 } });
    const raw = await openRaw(target, makeToken(target, 'mute', 'quiet'));
    const { sdp } = await raw.next('offer');
    expect(sdp).toContain('m=application');
    raw.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp: 'v=0' }) });
    expect((await raw.next('leave')).reason).toBe(DisconnectReason.JOIN_FAILURE);
    await expect.poll(() => target.server.participants()).toEqual([]);
    await raw.close();
    await target.close();
  });

  it('is asked to reconnect when its media falls silent', async () => {
    const target = await openEmbedded({ limits: { consentTimeoutMs: 1 } });
    const lost: string[] = [];
    target.server.listen((event) => {
      if (event.type === 'participant_left') {
        lost.push(event.identity);
      }
    });
    const client = await joinFromNode(target, 'silent', 'quiet');
    await expect.poll(() => lost).toContain('silent');
    await client.close();
    await target.close();
  });
});

/** Counts the resources that keep the process alive, by kind. */
function countResources(): Readonly<Record<string, number>> {
  const kinds = process
    .getActiveResourcesInfo()
    .filter((kind) => kind === 'UDPWrap' || kind.startsWith('TCP'));
  return Object.fromEntries(
    [...new Set(kinds)]
      .toSorted()
      .map((kind) => [kind, kinds.filter((other) => other === kind).length]),
  );
}

/** Counts the transports since {@link watchTransports} that survive a garbage collection, as with a pending timer. */
async function countLeft(opened: readonly WeakRef<Transport>[]): Promise<number> {
  // A turn of the event loop: references are kept to the end of the task that read them.
  await pause(20);
  collectGarbage();
  return opened.filter((transport) => transport.deref() !== undefined).length;
}

function watchTransports(): WeakRef<Transport>[] {
  const opened: WeakRef<Transport>[] = [];
  const open = Transport.open.bind(Transport);
  Transport.open = async (...input) => {
    const transport = await open(...input);
    opened.push(new WeakRef(transport));
    return transport;
  };
  return opened;
}
