import {
  Codec,
  DisconnectReason,
  LeaveRequest_Action,
  type ParticipantInfo,
  ParticipantInfo_State,
  ParticipantUpdate,
  Room as RoomInfo,
  SessionDescription,
} from '@livekit/protocol';
import type { RoomLimits } from '../limits.ts';
import { createSid } from '../ids/random-ids.ts';
import type { ChannelLabel } from '../transport/data-channels.ts';
import type { RoomListener } from './events.ts';
import type { Participant } from './participant.ts';
import type { PublishedTrack } from './published-track.ts';
import { announceTrack, bindTracks, removeTrack } from './publishing.ts';
import { relayMessage } from './relay.ts';
import {
  mapMids,
  fillOfferedSections,
  refreshSections,
  renegotiate,
  sendOffer,
  subscribe,
  unsubscribe,
} from './subscriptions.ts';

/** Codecs the room forwards, as the protocol lists them. */
export const wireCodecs: readonly Codec[] = ['audio/opus', 'video/VP8', 'video/H264'].map(
  (mime) => new Codec({ mime }),
);

/**
 * Departures that are remembered for clients whose socket was lost meanwhile; more than occur in a room during
 * that time.
 */
const maxDepartures = 64;

/** A media room with its participants. It ends with the last of them. */
export class Room {
  readonly sid = createSid('RM');
  readonly name: string;
  readonly participants = new Map<string, Participant>();
  /**
   * Last participants who left, in the state that others saw, by sid: a client without a socket meanwhile may
   * know an earlier one with the same identity.
   */
  readonly #departures = new Map<string, ParticipantInfo>();
  readonly #createdAtMs: number;
  readonly #limits: RoomLimits;
  readonly #emit: RoomListener;

  constructor(init: {
    readonly name: string;
    readonly limits: RoomLimits;
    readonly emit: RoomListener;
    readonly nowMs: number;
  }) {
    this.name = init.name;
    this.#limits = init.limits;
    this.#emit = init.emit;
    this.#createdAtMs = init.nowMs;
  }

  /** State of the room for clients. */
  toInfo(): RoomInfo {
    return new RoomInfo({
      sid: this.sid,
      name: this.name,
      creationTime: BigInt(Math.floor(this.#createdAtMs / 1000)),
      departureTimeout: Math.ceil(this.#limits.resumeWindowMs / 1000),
      numParticipants: this.participants.size,
      enabledCodecs: [...wireCodecs],
    });
  }

  /** All other participants visible to a participant. */
  visibleTo(participant: Participant): Participant[] {
    return [...this.participants.values()].filter(
      (other) => other !== participant && !other.isHidden,
    );
  }

  /** Adds a participant whose join was answered already, and subscribes it to the existing tracks. */
  enter(participant: Participant): void {
    this.participants.set(participant.identity, participant);
    this.#emit({ type: 'participant_joined', room: this.name, identity: participant.identity });
    this.announce(participant);
    if (participant.isAutoSubscribing) {
      for (const other of this.visibleTo(participant)) {
        for (const track of other.published.values()) {
          subscribe(participant, other, track);
        }
      }
    }
  }

  /** The media path is up. */
  activate(participant: Participant): void {
    if (participant.state === ParticipantInfo_State.ACTIVE) {
      return;
    }
    participant.state = ParticipantInfo_State.ACTIVE;
    this.#emit({ type: 'participant_active', room: this.name, identity: participant.identity });
    this.announce(participant);
    participant.send(toUpdate(participant, true));
  }

  /** Sends the state of a participant to the others. */
  announce(participant: Participant): void {
    if (!participant.isHidden) {
      const update = toUpdate(participant);
      for (const other of this.participants.values()) {
        if (other !== participant) {
          other.send(update);
        }
      }
    }
  }

  /** Removes a participant and its tracks. Sockets are freed immediately. */
  leave(participant: Participant): void {
    if (this.participants.get(participant.identity) === participant) {
      this.participants.delete(participant.identity);
    }
    participant.state = ParticipantInfo_State.DISCONNECTED;
    for (const track of participant.published.values()) {
      this.#withdraw(track);
    }
    participant.published.clear();
    this.announce(participant);
    this.#noteDeparture(participant);
    for (const trackSid of participant.subscribed.keys()) {
      unsubscribe(participant, trackSid);
    }
    participant.transports.forEach((transport) => transport.close());
    const { link } = participant;
    participant.link = null;
    link?.close();
    this.#emit({ type: 'participant_left', room: this.name, identity: participant.identity });
  }

  /** Handles an offer of a client and answers it. Throws `invalid_input`, without any change. */
  receiveOffer(participant: Participant, offer: SessionDescription): void {
    const { publisher } = participant.connections;
    publisher.receiveOffer(offer.sdp);
    this.#apply(participant);
    const isShort = participant.hasOneConnection && fillOfferedSections(participant);
    if (participant.hasOneConnection) {
      refreshSections(participant);
    }
    participant.send({
      case: 'answer',
      value: new SessionDescription({
        type: 'answer',
        sdp: publisher.writeAnswer(),
        id: offer.id,
        midToTrackId: participant.hasOneConnection ? mapMids(participant) : {},
      }),
    });
    if (isShort) {
      renegotiate(participant);
    }
  }

  /** Takes the announcement of a track, whose section may be there already. */
  receiveAnnouncement(
    participant: Participant,
    request: Parameters<typeof announceTrack>[1],
  ): void {
    announceTrack(participant, request, this.#limits);
    this.#apply(participant);
  }

  /** Relays a message on a data channel. */
  relay(participant: Participant, label: ChannelLabel, bytes: Buffer): void {
    const others = [...this.participants.values()].filter((other) => other !== participant);
    relayMessage(participant, others, { label, bytes });
  }

  /** Subscribes to tracks of this room, or unsubscribes; ids of other rooms have no effect. */
  changeSubscriptions(
    participant: Participant,
    trackSids: readonly string[],
    isWanted: boolean,
  ): void {
    const owners = this.visibleTo(participant);
    const changes = trackSids.map((sid) => {
      const owner = owners.find((other) => other.findTrack(sid) !== undefined);
      const track = owner?.findTrack(sid);
      return isWanted && owner !== undefined && track !== undefined
        ? subscribe(participant, owner, track)
        : !isWanted && unsubscribe(participant, sid);
    });
    if (changes.some(Boolean)) {
      renegotiate(participant);
    }
  }

  /**
   * Sends the current state to a client with a new socket. A participant that is not reported as gone would
   * stay with it forever.
   */
  resume(participant: Participant): void {
    const gone = [...this.#departures.values()].filter(
      ({ identity }) => !this.participants.has(identity),
    );
    const others = this.visibleTo(participant).map((other) => other.toInfo(true));
    participant.send({
      case: 'update',
      value: new ParticipantUpdate({
        participants: [...gone, ...others, participant.toInfo(true)],
      }),
    });
    if (!participant.hasOneConnection) {
      participant.connections.subscriber.path.ice.restart();
      participant.offer.isPending = false;
      sendOffer(participant);
    }
  }

  /** Sends away who stays silent too long: before the first path, without a socket, or without media. */
  sweep(nowMs: number, monotonicMs: number): void {
    for (const participant of this.participants.values()) {
      const isLate =
        participant.state !== ParticipantInfo_State.ACTIVE &&
        nowMs - participant.joinedAtMs > this.#limits.joinTimeoutMs;
      const isLost =
        participant.linkLostMs > 0 &&
        monotonicMs - participant.linkLostMs > this.#limits.resumeWindowMs;
      if (isLost) {
        this.leave(participant);
      } else if (isLate) {
        participant.sendLeave(DisconnectReason.JOIN_FAILURE);
        this.leave(participant);
      } else if (participant.transports.some((transport) => transport.isSilent(monotonicMs))) {
        this.dropLostPath(participant);
      }
    }
  }

  /** The media path broke while the socket may live: the client is to come back as a new participant. */
  dropLostPath(participant: Participant): void {
    participant.sendLeave(DisconnectReason.MEDIA_FAILURE, LeaveRequest_Action.RECONNECT);
    this.leave(participant);
  }

  #noteDeparture(participant: Participant): void {
    if (!participant.isHidden) {
      this.#departures.set(participant.sid, participant.toInfo(true));
      const [oldest] = this.#departures.keys();
      if (this.#departures.size > maxDepartures && oldest !== undefined) {
        this.#departures.delete(oldest);
      }
    }
  }

  /** Applies what descriptions and announcements changed to everyone. */
  #apply(participant: Participant): void {
    const { added, removed, changed } = bindTracks(participant);
    for (const track of removed) {
      this.#withdraw(track);
      removeTrack(participant, track);
      this.#emitTrack('track_unpublished', participant, track);
    }
    if (added.length + removed.length + changed.length > 0) {
      // Clients drop a track whose participant they do not know to have it, so this comes first.
      this.announce(participant);
      participant.send(toUpdate(participant, true));
    }
    for (const track of added) {
      this.#emitTrack('track_published', participant, track);
    }
    for (const other of this.participants.values()) {
      const again = changed.filter((track) => unsubscribe(other, track.sid));
      again.forEach((track) => subscribe(other, participant, track));
      if (again.length > 0) {
        renegotiate(other);
      }
    }
    if (added.length > 0 && !participant.isHidden) {
      for (const other of this.participants.values()) {
        this.#give(other, participant, added);
      }
    }
  }

  #give(to: Participant, from: Participant, tracks: readonly PublishedTrack[]): void {
    if (to !== from && to.isAutoSubscribing) {
      const subscriptions = tracks.map((track) => subscribe(to, from, track));
      if (subscriptions.some(Boolean)) {
        renegotiate(to);
      }
    }
  }

  #withdraw(track: PublishedTrack): void {
    for (const other of this.participants.values()) {
      if (unsubscribe(other, track.sid)) {
        renegotiate(other);
      }
    }
  }

  #emitTrack(
    type: 'track_published' | 'track_unpublished',
    participant: Participant,
    track: PublishedTrack,
  ): void {
    const { identity } = participant;
    this.#emit({ type, room: this.name, identity, trackSid: track.sid });
  }
}

function toUpdate(participant: Participant, isSame = false) {
  return {
    case: 'update' as const,
    value: new ParticipantUpdate({ participants: [participant.toInfo(isSame)] }),
  };
}
