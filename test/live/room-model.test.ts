import {
  AddTrackRequest,
  LeaveRequest,
  MuteTrackRequest,
  type ParticipantInfo,
  ParticipantInfo_State,
  Ping,
  SessionDescription,
  type SignalRequest,
  TrackType,
  UpdateSubscription,
} from '@livekit/protocol';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRaw, type RawClient } from './support/raw-client.ts';
import { makeToken, openEmbedded } from './support/targets.ts';

/*
 * Participants join, publish, mute, lose their connection, return and leave in any order. After each step every client
 * must see the state of a plain model of the room, and be offered exactly its subscribed tracks.
 */

let target: Awaited<ReturnType<typeof openEmbedded>>;
const faults: unknown[] = [];
beforeAll(async () => {
  const limits = { maxSignalsPerSecond: 1_000_000, maxTracksPerParticipant: 3, maxRooms: 1000 };
  target = await openEmbedded({ limits: { ...limits, joinTimeoutMs: 600_000 } });
  target.server.listen((event) => {
    if (event.type === 'fault') {
      faults.push(event.error);
    }
  });
});
afterAll(() => target.close());

const people = ['anna', 'bert', 'hidden'] as const;
type Person = (typeof people)[number];
const cids = ['camera', 'screen', 'long'.repeat(80)] as const;
/** Number of the only audio track. */
const SOUND = 2;
const whoever = fc.constantFrom(...people);

type Step =
  | { readonly type: 'join' | 'cut' | 'resume' | 'leave' | 'remove'; readonly who: Person }
  | { readonly type: 'announce'; readonly who: Person; readonly track: number }
  | { readonly type: 'offer'; readonly who: Person; readonly sending: readonly number[] }
  | { readonly type: 'mute'; readonly who: Person; readonly track: number; readonly on: boolean }
  | {
      readonly type: 'subscribe';
      readonly who: Person;
      readonly owner: Person;
      readonly track: number;
      readonly on: boolean;
    };

const tracks = fc.nat(cids.length - 1);
const comings = ['join', 'join', 'cut', 'resume', 'resume', 'leave', 'remove'] as const;
const steps: fc.Arbitrary<readonly (readonly [Step, boolean])[]> = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ type: fc.constantFrom(...comings), who: whoever }) },
      {
        weight: 4,
        arbitrary: fc.record({
          type: fc.constant('announce' as const),
          who: whoever,
          track: tracks,
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          type: fc.constant('offer' as const),
          who: whoever,
          // Mostly all of them, so that tracks live for a while.
          sending: fc.oneof(fc.constant([0, 1, 2]), fc.subarray([0, 1, 2])),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constant('mute' as const),
          who: whoever,
          track: tracks,
          on: fc.boolean(),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          type: fc.constant('subscribe' as const),
          who: whoever,
          owner: whoever,
          track: tracks,
          on: fc.boolean(),
        }),
      },
    ),
    // Without a check, the other clients do not answer the room's offers meanwhile.
    fc.boolean(),
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);

/** State of a participant in the model. */
interface Member {
  readonly client: Client;
  readonly isHidden: boolean;
  isCut: boolean;
  /** Announced tracks by their number, and whether their media is described. */
  readonly announced: Map<number, { sid: string; isMuted: boolean; isBound: boolean }>;
  /** Sections of the last offer: which number, and whether it sends. */
  readonly sections: Map<number, boolean>;
  readonly subscribed: Set<string>;
}

const fingerprint = `a=fingerprint:sha-256 ${'AB:'.repeat(31)}AB`;
const head = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', 'a=ice-ufrag:abcd', fingerprint];

/** An offer in which some sections send; an existing section is never omitted. */
function writeOffer(sections: ReadonlyMap<number, boolean>): string {
  const media = [...sections].flatMap(([track, isSending]) => [
    ...(track === SOUND
      ? ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=rtpmap:111 opus/48000/2']
      : ['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=rtpmap:96 VP8/90000']),
    `a=mid:${track}`,
    isSending ? 'a=sendonly' : 'a=inactive',
    // A name that is longer than a description may have: the track is found by its kind.
    ...(track === SOUND ? [] : [`a=msid:stream ${cids[track]}`]),
  ]);
  return [...head, 'a=setup:actpass', ...media, ''].join('\r\n');
}

/** The answer to an offer of the room, which accepts all tracks. */
function toAnswer(offer: string): string {
  return offer
    .replaceAll('a=sendonly', 'a=recvonly')
    .replaceAll('a=setup:actpass', 'a=setup:active')
    .replaceAll(/a=ice-ufrag:.*/g, 'a=ice-ufrag:abcd')
    .replaceAll(/a=fingerprint:.*/g, fingerprint);
}

/** A client that stores the room's messages, as LiveKit's do. */
class Client {
  #raw: RawClient;
  #read = 0;
  #pings = 0n;
  sid = '';
  /** Others by identity. */
  readonly view = new Map<string, ParticipantInfo>();
  readonly sids = new Map<string, string>();
  offered: readonly string[] = [];

  constructor(raw: RawClient) {
    this.#raw = raw;
  }

  send(message: SignalRequest['message']): void {
    this.#raw.send(message);
  }

  close(): Promise<void> {
    return this.#raw.close();
  }

  /** Resumes over another socket. */
  reconnect(raw: RawClient): void {
    this.#raw = raw;
    this.#read = 0;
  }

  /** Waits until all that was sent before is done, and its consequences are here. */
  async settle(): Promise<void> {
    for (let offers = 1; offers > 0;) {
      this.#pings += 1n;
      const timestamp = this.#pings;
      this.send({ case: 'pingReq', value: new Ping({ timestamp }) });
      await expect
        .poll(() => this.#hasPong(timestamp), { interval: 1, timeout: 10_000 })
        .toBe(true);
      offers = this.#receive();
    }
  }

  #hasPong(timestamp: bigint): boolean {
    return this.#raw.received.some(
      ({ message }) => message.case === 'pongResp' && message.value.lastPingTimestamp === timestamp,
    );
  }

  /** Processes received messages; returns the number of answered offers. */
  #receive(): number {
    let offers = 0;
    for (const { message } of this.#raw.received.slice(this.#read)) {
      this.#read += 1;
      if (message.case === 'join') {
        this.sid = message.value.participant?.sid ?? '';
        message.value.otherParticipants.forEach((other) => this.#note(other));
      } else if (message.case === 'update') {
        message.value.participants.forEach((other) => this.#note(other));
      } else if (message.case === 'trackPublished') {
        this.sids.set(message.value.cid, message.value.track?.sid ?? '');
      } else if (message.case === 'offer') {
        const { sdp, id, midToTrackId } = message.value;
        this.offered = Object.values(midToTrackId);
        const value = new SessionDescription({ type: 'answer', sdp: toAnswer(sdp), id });
        this.send({ case: 'answer', value });
        offers += 1;
      }
    }
    return offers;
  }

  #note(info: ParticipantInfo): void {
    const known = this.view.get(info.identity);
    if (info.sid === this.sid) {
      return;
    }
    if (info.state === ParticipantInfo_State.DISCONNECTED) {
      if (known?.sid === info.sid) {
        this.view.delete(info.identity);
      }
    } else if (known?.sid !== info.sid || info.version >= known.version) {
      this.view.set(info.identity, info);
    }
  }
}

/** The model of the room, with the real room. */
class World {
  readonly #room: string;
  readonly #members = new Map<Person, Member>();

  constructor(room: string) {
    this.#room = room;
  }

  async run(step: Step): Promise<void> {
    const member = this.#members.get(step.who);
    if (step.type === 'join') {
      await this.#join(step.who);
    } else if (member !== undefined && step.type === 'resume') {
      await this.#resume(step.who, member);
    } else if (member !== undefined && step.type === 'remove') {
      expect(target.server.remove(this.#room, step.who)).toBe(true);
      this.#forget(step.who);
    } else if (member !== undefined && !member.isCut) {
      await this.#act(step, member);
    }
  }

  async check(): Promise<void> {
    const present = [...this.#members].filter(([, { isCut }]) => !isCut);
    // An answer of one client may cause an offer to another.
    for (const [, { client }] of [...present, ...present]) {
      await client.settle();
    }
    const listed = target.server.participants(this.#room);
    expect(listed.map(({ identity }) => identity).toSorted()).toEqual(
      [...this.#members.keys()].toSorted(),
    );
    for (const [who, { announced }] of this.#members) {
      const sids = [...announced.values()].map(({ sid }) => sid).toSorted();
      const { trackSids = [] } = listed.find(({ identity }) => identity === who) ?? {};
      expect([...trackSids].toSorted()).toEqual(sids);
    }
    for (const [who, { client, subscribed }] of present) {
      const seen = [...client.view.values()].map((info) => ({
        identity: info.identity,
        tracks: info.tracks.map(({ sid, muted }) => `${sid} ${muted}`).toSorted(),
      }));
      const expected = [...this.#members]
        .filter(([other, { isHidden }]) => other !== who && !isHidden)
        .map(([identity, { announced }]) => ({
          identity,
          tracks: [...announced.values()]
            .filter(({ isBound }) => isBound)
            .map(({ sid, isMuted }) => `${sid} ${isMuted}`)
            .toSorted(),
        }));
      const byIdentity = (a: { identity: string }, b: { identity: string }): number =>
        a.identity < b.identity ? -1 : 1;
      expect(seen.toSorted(byIdentity)).toEqual(expected.toSorted(byIdentity));
      expect([...client.offered].toSorted()).toEqual([...subscribed].toSorted());
    }
    expect(faults).toEqual([]);
  }

  async close(): Promise<void> {
    target.server.closeRoom(this.#room);
    await Promise.all([...this.#members.values()].map(({ client }) => client.close()));
  }

  async #join(who: Person): Promise<void> {
    const isHidden = who === 'hidden';
    this.#forget(who);
    const token = makeToken(target, who, this.#room, { grants: { hidden: isHidden } });
    const client = new Client(await openRaw(target, token));
    await client.settle();
    const others = [...this.#members.values()].filter((other) => !other.isHidden);
    const bound = others.flatMap(({ announced }) =>
      [...announced.values()].filter(({ isBound }) => isBound).map(({ sid }) => sid),
    );
    this.#members.set(who, {
      client,
      isHidden,
      isCut: false,
      announced: new Map(),
      sections: new Map(),
      subscribed: new Set(bound),
    });
  }

  async #resume(who: Person, member: Member): Promise<void> {
    const token = makeToken(target, who, this.#room, { grants: { hidden: member.isHidden } });
    const path = `/rtc?reconnect=1&sid=${member.client.sid}`;
    const before = member.isCut ? null : member.client;
    before?.send({ case: 'ping', value: 1n });
    member.client.reconnect(await openRaw(target, token, path));
    member.isCut = false;
    await member.client.settle();
  }

  async #act(step: Step, member: Member): Promise<void> {
    const { client } = member;
    switch (step.type) {
      case 'cut':
        await client.settle();
        expect(target.server.cutSocket(this.#room, step.who)).toBe(true);
        member.isCut = true;
        break;
      case 'leave':
        client.send({ case: 'leave', value: new LeaveRequest() });
        await expect
          .poll(() => target.server.participants(this.#room).map(({ identity }) => identity))
          .not.toContain(step.who);
        this.#forget(step.who);
        break;
      case 'announce': {
        const cid = cids[step.track] ?? '';
        const type = step.track === SOUND ? TrackType.AUDIO : TrackType.VIDEO;
        const value = new AddTrackRequest({ cid, type });
        client.send({ case: 'addTrack', value });
        await client.settle();
        const sid = client.sids.get(cid.slice(0, 256)) ?? '';
        if (!member.announced.has(step.track)) {
          member.announced.set(step.track, { sid, isMuted: false, isBound: false });
        }
        this.#bind(member);
        break;
      }
      case 'offer':
        for (const track of step.sending) {
          member.sections.set(track, true);
        }
        for (const [track] of member.sections) {
          member.sections.set(track, step.sending.includes(track));
        }
        if (member.sections.size > 0) {
          const sdp = writeOffer(member.sections);
          const value = new SessionDescription({ type: 'offer', sdp, id: 1 });
          client.send({ case: 'offer', value });
          await client.settle();
          this.#bind(member);
        }
        break;
      case 'mute': {
        const track = member.announced.get(step.track);
        if (track !== undefined) {
          const value = new MuteTrackRequest({ sid: track.sid, muted: step.on });
          client.send({ case: 'mute', value });
          track.isMuted = step.on;
        }
        break;
      }
      case 'subscribe': {
        const owner = this.#members.get(step.owner);
        const track = owner?.announced.get(step.track);
        if (owner === undefined || track === undefined || owner === member) {
          break;
        }
        const value = new UpdateSubscription({ trackSids: [track.sid], subscribe: step.on });
        client.send({ case: 'subscription', value });
        await client.settle();
        if (step.on && track.isBound && !owner.isHidden) {
          member.subscribed.add(track.sid);
        } else if (!step.on) {
          member.subscribed.delete(track.sid);
        }
        break;
      }
      case 'join':
      case 'resume':
      case 'remove':
        break;
    }
  }

  /** Brings announcements and sections together, as the room should. */
  #bind(member: Member): void {
    for (const [number, isSending] of member.sections) {
      const track = member.announced.get(number);
      if (track !== undefined && !isSending && track.isBound) {
        member.announced.delete(number);
        this.#withdraw(track.sid);
      } else if (track !== undefined && isSending && !track.isBound) {
        track.isBound = true;
        for (const other of this.#members.values()) {
          if (other !== member && !member.isHidden) {
            other.subscribed.add(track.sid);
          }
        }
      }
    }
  }

  #forget(who: Person): void {
    const member = this.#members.get(who);
    this.#members.delete(who);
    for (const { sid } of member?.announced.values() ?? []) {
      this.#withdraw(sid);
    }
    void member?.client.close();
  }

  #withdraw(sid: string): void {
    for (const { subscribed } of this.#members.values()) {
      subscribed.delete(sid);
    }
  }
}

it('matches a plain model for every client, with any joins, tracks, cuts and leaves', async () => {
  let rooms = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      rooms += 1;
      const world = new World(`model-${rooms}`);
      try {
        for (const [step, isChecked] of list) {
          await world.run(step);
          if (isChecked) {
            await world.check();
          }
        }
        await world.check();
      } finally {
        await world.close();
      }
    }),
    { numRuns: 50 },
  );
}, 180_000);

it.each<[string, readonly Step[]]>([
  [
    'someone who was there before',
    [
      { type: 'join', who: 'anna' },
      { type: 'join', who: 'bert' },
      { type: 'cut', who: 'anna' },
      { type: 'leave', who: 'bert' },
      { type: 'resume', who: 'anna' },
    ],
  ],
  [
    'someone who came a second time and left since',
    [
      { type: 'join', who: 'anna' },
      { type: 'join', who: 'bert' },
      { type: 'cut', who: 'anna' },
      { type: 'join', who: 'bert' },
      { type: 'leave', who: 'bert' },
      { type: 'resume', who: 'anna' },
    ],
  ],
])('notifies a client that reconnects of %s that have gone', async (_, list) => {
  const world = new World('gone');
  for (const step of list) {
    await world.run(step);
    await world.check();
  }
  await world.close();
});
