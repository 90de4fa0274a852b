import { AddTrackRequest, TrackType } from '@livekit/protocol';
import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { defaultRoomLimits } from '../limits.ts';
import { UpTrack } from '../media/up-track.ts';
import { offeredCodecs } from '../sdp/codecs.ts';
import { parseDescription } from '../sdp/parse.ts';
import type { CodecMime, RemoteSection } from '../sdp/types.ts';
import { Transport } from '../transport/transport.ts';
import { Participant } from './participant.ts';
import { createPublishedTrack, type PublishedTrack } from './published-track.ts';
import {
  acceptAnswer,
  fillOfferedSections,
  mapMids,
  refreshSections,
  sendOffer,
  subscribe,
  unsubscribe,
} from './subscriptions.ts';

/*
 * A client that rejects, stops and recycles sections as it likes, in both generations of the signalling. Whatever it
 * does, every track runs in one section that can carry it, or waits for one.
 */

const opened: Transport[] = [];
afterEach(() => {
  opened.splice(0).forEach((transport) => transport.close());
});

async function open(): Promise<Transport> {
  const nothing = (): void => undefined;
  const events = { onConnected: nothing, onLost: nothing, onMessage: nothing };
  const transport = await Transport.open('127.0.0.1', defaultRoomLimits, events);
  opened.push(transport);
  return transport;
}

async function enter(identity: string, hasOneConnection: boolean): Promise<Participant> {
  const publisher = await open();
  const subscriber = hasOneConnection ? publisher : await open();
  return new Participant({
    claims: { iss: 'key', sub: identity, exp: 0, video: { room: 'r', roomJoin: true } },
    connections: { publisher, subscriber },
    link: null,
    isAutoSubscribing: true,
    nowMs: 0,
  });
}

const mimes = ['audio/opus', 'video/vp8', 'video/h264'] as const;

function publish(mime: CodecMime): PublishedTrack {
  const kind = mime === 'audio/opus' ? 'audio' : 'video';
  const type = kind === 'audio' ? TrackType.AUDIO : TrackType.VIDEO;
  const track = createPublishedTrack(new AddTrackRequest({ cid: 'cid', type }));
  const codec = offeredCodecs.find((offered) => offered.mime === mime);
  if (codec === undefined) {
    throw new Error(`The room offers no ${mime}.`);
  }
  const shape = { sid: track.sid, kind, codec, mid: '0', rids: [], extensions: new Map() } as const;
  track.up = new UpTrack(shape, () => {});
  return track;
}

/** A section as the client describes it. */
interface Section {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly direction: RemoteSection['direction'];
  readonly isRejected: boolean;
  readonly codecs: readonly CodecMime[];
}

const lines: Readonly<Record<CodecMime, readonly string[]>> = {
  'audio/opus': ['a=rtpmap:111 opus/48000/2'],
  'video/vp8': ['a=rtpmap:96 VP8/90000'],
  'video/h264': [
    'a=rtpmap:102 H264/90000',
    'a=fmtp:102 packetization-mode=1;profile-level-id=42e01f',
  ],
};
const payloads: Readonly<Record<CodecMime, number>> = {
  'audio/opus': 111,
  'video/vp8': 96,
  'video/h264': 102,
};

function write(sections: readonly Section[]): string {
  // Data runs on whatever becomes of the media: a description with nothing alive has no credentials.
  const data = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:data'];
  const media = sections.flatMap(({ mid, kind, direction, isRejected, codecs }) => [
    // Codecs that the room does not forward are the fallback when no other is available.
    `m=${kind} ${isRejected ? 0 : 9} UDP/TLS/RTP/SAVPF ${[...codecs.map((mime) => payloads[mime]), 9].join(' ')}`,
    `a=mid:${mid}`,
    `a=${direction}`,
    ...codecs.flatMap((mime) => lines[mime]),
  ]);
  const fingerprint = `a=fingerprint:sha-256 ${'AB:'.repeat(31)}AB`;
  return ['v=0', 's=-', 'a=ice-ufrag:abcd', fingerprint, ...data, ...media, ''].join('\r\n');
}

/** Change by the client to the section at an index, if the section exists. */
type Change = 'nothing' | 'reject' | 'stop' | 'receive' | 'narrow' | 'recycle';
const changes = fc.constantFrom<Change>(
  'nothing',
  'nothing',
  'nothing',
  'reject',
  'stop',
  'receive',
  'narrow',
  'recycle',
);
type Step =
  | { readonly type: 'subscribe'; readonly mime: CodecMime }
  | { readonly type: 'unsubscribe'; readonly number: number }
  | {
      readonly type: 'describe';
      readonly changes: readonly Change[];
      readonly more: readonly ('audio' | 'video')[];
    };
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('subscribe' as const), mime: fc.constantFrom(...mimes) }),
    fc.record({ type: fc.constant('unsubscribe' as const), number: fc.nat(4) }),
    fc.record({
      type: fc.constant('describe' as const),
      changes: fc.array(changes, { minLength: 8, maxLength: 8 }),
      more: fc.array(fc.constantFrom('audio' as const, 'video' as const), { maxLength: 2 }),
    }),
  ),
  { maxLength: 25 },
);

const allOf = (kind: Section['kind']): readonly CodecMime[] =>
  mimes.filter((mime) => mime.startsWith(kind));

function change(section: Section, how: Change, newMid: () => string): Section {
  switch (how) {
    case 'reject':
      return { ...section, isRejected: true };
    case 'stop':
      return { ...section, direction: 'inactive' };
    case 'receive':
      return { ...section, direction: 'recvonly' };
    case 'narrow':
      return { ...section, codecs: section.codecs.slice(1) };
    case 'recycle':
      // Only an ended track may be replaced: the client rejected it, or the room did because of its codec.
      return section.isRejected || section.codecs.length === 0
        ? toSection(newMid(), section.kind === 'audio' ? 'video' : 'audio')
        : section;
    case 'nothing':
      return section;
  }
}

const toSection = (mid: string, kind: Section['kind']): Section => ({
  mid,
  kind,
  direction: 'recvonly',
  isRejected: false,
  codecs: allOf(kind),
});

const canCarry = (section: Section, mime: CodecMime): boolean =>
  !section.isRejected && section.direction === 'recvonly' && section.codecs.includes(mime);

/** Every track with a section is in exactly one, which can carry it; none waits while a suitable section is free. */
function check(to: Participant, described: readonly Section[], text: string): void {
  const shown = Object.entries(mapMids(to));
  const byMid = new Map(described.map((section) => [section.mid, section]));
  expect(new Set(shown.map(([, sid]) => sid)).size).toBe(shown.length);
  for (const [mid, sid] of shown) {
    const section = byMid.get(mid);
    const mime = to.subscribed.get(sid)?.upTrack.codec.mime;
    expect(section !== undefined && mime !== undefined && canCarry(section, mime)).toBe(true);
  }
  const sent = parseDescription(text).sections.filter(({ direction }) => direction === 'sendonly');
  const named = sent.map(({ mid, trackId }) => [mid, trackId]);
  expect(Object.fromEntries(named)).toEqual(mapMids(to));
  expect(named.length).toBe(shown.length);
  const waiting = [...to.subscribed.values()].filter(({ section }) => section === null);
  expect(waiting.length).toBe(to.subscribed.size - shown.length);
  const free = described.filter(({ mid }) => !shown.some(([used]) => used === mid));
  for (const { upTrack } of waiting) {
    expect(free.filter((section) => canCarry(section, upTrack.codec.mime))).toEqual([]);
  }
}

it('sends every track in one section that can carry it, for any offer of the client', async () => {
  const from = await enter('from', true);
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const to = await enter('to', true);
      const { publisher } = to.connections;
      let described: readonly Section[] = [toSection('first', 'audio')];
      let mids = 0;
      const newMid = (): string => `m${(mids += 1)}`;
      for (const step of list) {
        if (step.type === 'subscribe') {
          subscribe(to, from, publish(step.mime));
        } else if (step.type === 'unsubscribe') {
          unsubscribe(to, [...to.subscribed.keys()][step.number] ?? '');
        } else {
          described = [
            ...described.map((section, at) =>
              change(section, step.changes[at] ?? 'nothing', newMid),
            ),
            ...step.more.map((kind) => toSection(newMid(), kind)),
          ];
          publisher.receiveOffer(write(described));
          const isShort = fillOfferedSections(to);
          refreshSections(to);
          check(to, described, publisher.writeAnswer());
          expect(isShort).toBe([...to.subscribed.values()].some(({ section }) => section === null));
        }
      }
      publisher.close();
    }),
    { numRuns: 100 },
  );
});

type Round =
  | { readonly type: 'subscribe'; readonly mime: CodecMime }
  | { readonly type: 'unsubscribe'; readonly number: number }
  | { readonly type: 'resume' | 'offer' }
  | {
      readonly type: 'answer';
      /** Number of newer offers; 0 for the newest. */
      readonly age: number;
      readonly isNamed: boolean;
      readonly rejected: readonly number[];
    };
const rounds: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('subscribe' as const),
        mime: fc.constantFrom(...mimes),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('unsubscribe' as const), number: fc.nat(4) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constantFrom('resume' as const, 'offer' as const) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('answer' as const),
        age: fc.constantFrom(0, 0, 0, 1, 2),
        isNamed: fc.boolean(),
        rejected: fc.subarray([0, 1, 2, 3, 4]),
      }),
    },
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
);

/** The answer of a client that accepts its offer except for some of the sections. */
function toAnswer(offer: string, rejected: readonly number[]): string {
  return write(
    parseDescription(offer)
      .sections.filter(({ kind }) => kind !== 'application')
      .map(({ mid, kind, codecs, isRejected }, at) => ({
        mid,
        kind: kind === 'audio' ? 'audio' : 'video',
        direction: 'recvonly',
        isRejected: isRejected || rejected.includes(at),
        codecs: codecs.map(({ mime }) => mime),
      })),
  ).replace('a=mid:data', 'a=mid:0');
}

it('offers every track in one section, and follows none but the answer to its last offer', async () => {
  const from = await enter('from', false);
  await fc.assert(
    fc.asyncProperty(rounds, async (list) => {
      const to = await enter('to', false);
      const { publisher, subscriber } = to.connections;
      const { sections } = subscriber;
      sections.addOwn('application');
      const offers: { readonly id: number; readonly sdp: string }[] = [];
      const shown = (): readonly string[] =>
        sections.all.flatMap(({ down }) => (down === null ? [] : [down.upTrack.sid]));
      const max = new Map<CodecMime, number>();
      const over = new Set<string>();
      const note = (): void => {
        for (const mime of mimes) {
          const tracks = [...to.subscribed.values()].map(({ upTrack }) => upTrack.codec.mime);
          const count = tracks.filter((track) => track === mime).length;
          max.set(mime, Math.max(count, max.get(mime) ?? 0));
        }
        if (offers.at(-1)?.id !== to.offer.id) {
          offers.push({ id: to.offer.id, sdp: subscriber.writeOffer() });
          // An offer contains each wanted track once, whatever was rejected or removed.
          expect(shown().toSorted()).toEqual([...to.subscribed.keys()].toSorted());
        }
      };
      const offer = (): void => {
        sendOffer(to);
        note();
      };
      offer();
      for (const round of list) {
        switch (round.type) {
          case 'subscribe':
            subscribe(to, from, publish(round.mime));
            offer();
            break;
          case 'unsubscribe':
            unsubscribe(to, [...to.subscribed.keys()][round.number] ?? '');
            offer();
            break;
          case 'offer':
            offer();
            break;
          case 'resume':
            to.offer.isPending = false;
            offer();
            break;
          case 'answer': {
            const answered = offers.at(-1 - round.age);
            if (answered === undefined) {
              break;
            }
            const { rejected, age, isNamed } = round;
            const before = shown();
            const { isPending, isStale } = to.offer;
            // An answer that names no offer belongs to the last one.
            const id = isNamed || age > 0 ? answered.id : 0;
            const isTaken = age === 0 && isPending;
            const sections = parseDescription(answered.sdp).sections.filter(
              ({ kind }) => kind !== 'application',
            );
            const refused = rejected.map((at) => sections[at]?.trackId ?? '');
            acceptAnswer(to, { id, sdp: toAnswer(answered.sdp, rejected) });
            if (isTaken && !isStale) {
              expect(to.offer.isPending).toBe(false);
              expect(shown()).toEqual(before.filter((sid) => !refused.includes(sid)));
            } else if (isTaken) {
              note();
            } else {
              expect([shown(), to.offer.isPending]).toEqual([before, isPending]);
            }
            break;
          }
        }
        // A track without a section waits for one, and is not sent.
        for (const [sid, { section }] of to.subscribed) {
          expect(section !== null).toBe(shown().includes(sid));
        }
        const mids = sections.all.map(({ remote }) => remote.mid);
        expect(new Set(mids).size).toBe(mids.length);
        // A rejected section stays rejected: its replacement has another mid.
        for (const { remote } of sections.all) {
          expect(over.has(remote.mid) && !remote.isRejected).toBe(false);
          if (remote.isRejected) {
            over.add(remote.mid);
          }
        }
      }
      // Places are used again, also rejected ones: there are no more than ever ran at the same time, and data.
      const atOnce = [...max.values()].reduce((sum, count) => sum + count, 0);
      expect(sections.all.length).toBeLessThanOrEqual(1 + atOnce);
      publisher.close();
      subscriber.close();
    }),
    { numRuns: 100 },
  );
});
