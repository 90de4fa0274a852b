import { afterEach, expect, it, vi } from 'vitest';
import { isPublisher, joinRoom, type Publisher, type RoomEvents } from './room-client.ts';
import type { SendOptions } from './send-options.ts';

/** What the client needs of a connection before it reaches the room. */
class PeerConnection {
  addTransceiver(): void {}
  addEventListener(): void {}
  createDataChannel(): object {
    return {};
  }
  close(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('shows the first participant that sends video, and no other until another room is entered', () => {
  const publisher: Publisher = { identity: null };
  expect(isPublisher(publisher, 'guise-engine')).toBe(true);
  expect(isPublisher(publisher, 'guest')).toBe(false);
  expect(isPublisher(publisher, 'guise-engine')).toBe(true);
  expect(isPublisher({ identity: null }, 'guest')).toBe(true);
});

it('reports a failed join by its rejection alone', async () => {
  const nothing = { getCapabilities: () => ({ codecs: [] }) };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('RTCPeerConnection', PeerConnection);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('RTCRtpSender', nothing);
  vi.stubGlobal('RTCRtpReceiver', nothing);
  const told: string[] = [];
  const events: RoomEvents = {
    onTrack: () => told.push('track'),
    onConnected: () => told.push('connected'),
    onDisconnected: () => told.push('disconnected'),
  };
  const send = { fps: 30, maxBitrateBps: 1_000_000 } as SendOptions;
  const joined = joinRoom({ url: 'ws://127.0.0.1:9', token: 'a.b.c' }, {} as MediaStreamTrack, {
    send,
    publisher: { identity: null },
    events,
  });
  await expect(joined).rejects.toMatchObject({ code: 'service_unreachable' });
  expect(told).toEqual([]);
});
