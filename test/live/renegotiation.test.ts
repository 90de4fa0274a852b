import {
  AddTrackRequest,
  SessionDescription,
  TrackType,
  UpdateSubscription,
} from '@livekit/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extensionUri } from '../../src/room/sdp/types.ts';
import { openRaw } from './support/raw-client.ts';
import { makeToken, openEmbedded } from './support/targets.ts';

/* Behaviour of the room when a client describes a track again. */

let target: Awaited<ReturnType<typeof openEmbedded>>;
beforeAll(async () => {
  target = await openEmbedded();
});
afterAll(() => target.close());

const vp8 = ['a=rtpmap:96 VP8/90000', 'a=rtpmap:97 rtx/90000', 'a=fmtp:97 apt=96'];
const h264 = [
  'a=rtpmap:109 H264/90000',
  'a=fmtp:109 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
];

/** An offer that sends one track in one codec of a list. */
function offer(payloads: string, codecs: readonly string[]): SessionDescription {
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    'a=ice-ufrag:abcd',
    `a=ice-pwd:${'p'.repeat(24)}`,
    `a=fingerprint:sha-256 ${'AB:'.repeat(31)}AB`,
    'a=setup:actpass',
    `m=video 9 UDP/TLS/RTP/SAVPF ${payloads}`,
    'a=mid:0',
    'a=sendonly',
    'a=msid:stream camera',
    `a=extmap:3 ${extensionUri.transportSequence}`,
    `a=extmap:4 ${extensionUri.mid}`,
    ...codecs,
    'a=ssrc:11 cname:x',
  ];
  return new SessionDescription({ type: 'offer', sdp: `${lines.join('\r\n')}\r\n` });
}

// Node clients do this when an offer is requested while they publish.
it('follows a track whose codec is another one in the next offer', async () => {
  const join = (identity: string) => openRaw(target, makeToken(target, identity, 'codecs'));
  const watcher = await join('watcher');
  const source = await join('source');
  try {
    const request = { cid: 'camera', name: 'camera', type: TrackType.VIDEO };
    source.send({ case: 'addTrack', value: new AddTrackRequest(request) });
    source.send({ case: 'offer', value: offer('96 97 109', [...vp8, ...h264]) });
    const first = await source.next('answer');
    expect(first.sdp).toMatch(/m=video 9 \S+ 96 97\r/);
    await expect.poll(() => mimeSeenBy(watcher)).toBe('video/VP8');
    // One machine has no network whose bandwidth could be estimated.
    expect(first.sdp).toContain(extensionUri.mid);
    expect(first.sdp).not.toContain(extensionUri.transportSequence);
    expect(first.sdp).not.toContain('transport-cc');
    expect(first.sdp).toContain('a=rtcp-fb:96 goog-remb');

    source.send({ case: 'offer', value: offer('109', h264) });
    const second = await source.next('answer');
    expect(second.sdp).toMatch(/m=video 9 \S+ 109\r/);
    expect(second.sdp).toContain('a=recvonly');
    await expect.poll(() => mimeSeenBy(watcher)).toBe('video/H264');
    const [watching] = target.server.metrics().filter(({ identity }) => identity === 'watcher');
    const [sending] = target.server.metrics().filter(({ identity }) => identity === 'source');
    expect(sending?.up.map(({ mime }) => mime)).toEqual(['video/h264']);
    expect(watching?.down.map(({ trackSid }) => trackSid)).toEqual([sending?.up[0]?.trackSid]);

    source.send({ case: 'offer', value: offer('98', ['a=rtpmap:98 VP9/90000']) });
    await source.next('answer');
    await expect.poll(() => target.server.participants('codecs').map(tracksOf)).toEqual([0, 0]);
  } finally {
    await source.close();
    await watcher.close();
  }
});

/** The answer to an offer of the room; sections that name a track of `refused` are rejected. */
function toAnswer(sdp: string, id: number, refused: readonly string[] = []): SessionDescription {
  const [session = '', ...media] = sdp.split(/(?=m=)/);
  const answered = media.map((section) =>
    refused.some((sid) => section.includes(sid))
      ? section.replace(/^m=(\w+) 9/, 'm=$1 0')
      : section.replace('a=sendonly', 'a=recvonly'),
  );
  const text = [session, ...answered]
    .join('')
    .replaceAll('a=setup:actpass', 'a=setup:active')
    .replaceAll(/a=fingerprint:.*/g, `a=fingerprint:sha-256 ${'AB:'.repeat(31)}AB`);
  return new SessionDescription({ type: 'answer', sdp: text, id });
}

it('offers a rejected track again in the next round, in a new section at the same index', async () => {
  const join = (identity: string) => openRaw(target, makeToken(target, identity, 'rejected'));
  const watcher = await join('watcher');
  const source = await join('source');
  try {
    const publish = async (cid: string): Promise<void> => {
      const type = TrackType.VIDEO;
      source.send({ case: 'addTrack', value: new AddTrackRequest({ cid, name: cid, type }) });
      await source.next('trackPublished');
    };
    const first = await watcher.next('offer');
    watcher.send({ case: 'answer', value: toAnswer(first.sdp, first.id) });
    await publish('camera');
    source.send({ case: 'offer', value: offer('96 97', vp8) });
    const second = await watcher.next('offer');
    const [sid = ''] = Object.values(second.midToTrackId);
    const mediaOf = (sdp: string): string[] => sdp.match(/(?<=m=)\w+ \d/g) ?? [];
    expect([second.midToTrackId, mediaOf(second.sdp)]).toEqual([
      { 1: sid },
      ['application 9', 'video 9'],
    ]);
    watcher.send({ case: 'answer', value: toAnswer(second.sdp, second.id, [sid]) });
    // A late answer to the first offer does not affect the third.
    watcher.send({
      case: 'subscription',
      value: new UpdateSubscription({ trackSids: [sid], subscribe: false }),
    });
    const third = await watcher.next('offer');
    expect([third.midToTrackId, mediaOf(third.sdp)]).toEqual([{}, ['application 9', 'video 0']]);
    watcher.send({ case: 'answer', value: toAnswer(first.sdp, first.id) });
    watcher.send({
      case: 'subscription',
      value: new UpdateSubscription({ trackSids: [sid], subscribe: true }),
    });
    watcher.send({ case: 'ping', value: 1n });
    await watcher.next('pong');
    expect(watcher.received.filter(({ message }) => message.case === 'offer')).toHaveLength(3);
    watcher.send({ case: 'answer', value: toAnswer(third.sdp, third.id) });
    const fourth = await watcher.next('offer');
    expect([fourth.midToTrackId, mediaOf(fourth.sdp)]).toEqual([
      { 2: sid },
      ['application 9', 'video 9'],
    ]);
  } finally {
    await source.close();
    await watcher.close();
  }
});

const tracksOf = ({ trackSids }: { readonly trackSids: readonly string[] }): number =>
  trackSids.length;

/** The codec of the other's track, as the newest update has it. */
function mimeSeenBy({ received }: Awaited<ReturnType<typeof openRaw>>): string | undefined {
  const tracks = received.flatMap(({ message }) =>
    message.case === 'update'
      ? message.value.participants.flatMap((participant) => participant.tracks)
      : [],
  );
  return tracks.at(-1)?.mimeType;
}
