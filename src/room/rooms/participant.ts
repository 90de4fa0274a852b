import {
  type DisconnectReason,
  LeaveRequest,
  LeaveRequest_Action,
  ParticipantInfo,
  ParticipantInfo_Kind,
  ParticipantInfo_State,
  ParticipantPermission,
  type SignalResponse,
} from '@livekit/protocol';
import type { DownTrack } from '../media/down-track.ts';
import { createSid } from '../ids/random-ids.ts';
import type { Claims } from '../token/claims.ts';
import type { Transport } from '../transport/transport.ts';
import type { PublishedTrack } from './published-track.ts';
import type { SignalLink } from './signal-link.ts';

const kinds: ReadonlyMap<string, ParticipantInfo_Kind> = new Map([
  ['agent', ParticipantInfo_Kind.AGENT],
]);

/** The connections of a participant. */
export interface Connections {
  /** What the client publishes; with one connection also what it gets. */
  readonly publisher: Transport;
  /** What the client gets; the same object where the client speaks the newer signalling. */
  readonly subscriber: Transport;
}

/** A message to a client. */
export type Outgoing = SignalResponse['message'];

/** Someone in a room. */
export class Participant {
  readonly sid = createSid('PA');
  readonly claims: Claims;
  readonly connections: Connections;
  /** Gets every track without asking. */
  readonly isAutoSubscribing: boolean;
  /** By the client's id. */
  readonly published = new Map<string, PublishedTrack>();
  /** By the track's id. */
  readonly subscribed = new Map<string, DownTrack>();
  readonly joinedAtMs: number;
  state: ParticipantInfo_State = ParticipantInfo_State.JOINED;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  /** null while the socket is lost. */
  link: SignalLink | null;
  /** When the socket was lost; 0 while it is there. */
  linkLostMs = 0;
  /** An offer of the room waits for its answer, and whether another has to follow. */
  offer: { id: number; isPending: boolean; isStale: boolean } = {
    id: 0,
    isPending: false,
    isStale: false,
  };
  #version = 0;

  constructor(parts: {
    readonly claims: Claims;
    readonly connections: Connections;
    readonly link: SignalLink | null;
    readonly isAutoSubscribing: boolean;
    readonly nowMs: number;
  }) {
    this.claims = parts.claims;
    this.connections = parts.connections;
    this.link = parts.link;
    this.isAutoSubscribing = parts.isAutoSubscribing;
    this.joinedAtMs = parts.nowMs;
    this.name = parts.claims.name ?? '';
    this.metadata = parts.claims.metadata ?? '';
    this.attributes = parts.claims.attributes ?? {};
  }

  /** Unique in the room; from the token. */
  get identity(): string {
    return this.claims.sub;
  }

  /** One connection for both ways: the client makes all offers. */
  get hasOneConnection(): boolean {
    return this.connections.publisher === this.connections.subscriber;
  }

  get isHidden(): boolean {
    return this.claims.video.hidden === true;
  }

  get canPublish(): boolean {
    return this.claims.video.canPublish !== false;
  }

  get canSubscribe(): boolean {
    return this.claims.video.canSubscribe !== false;
  }

  get canPublishData(): boolean {
    return this.claims.video.canPublishData !== false;
  }

  /** Each of its connections once. */
  get transports(): readonly Transport[] {
    const { publisher, subscriber } = this.connections;
    return this.hasOneConnection ? [publisher] : [publisher, subscriber];
  }

  /** A published track by its id. */
  findTrack(trackSid: string): PublishedTrack | undefined {
    return [...this.published.values()].find((track) => track.sid === trackSid);
  }

  /** As others see it. Each call counts as a change unless `isSame`. */
  toInfo(isSame = false): ParticipantInfo {
    this.#version += isSame ? 0 : 1;
    const tracks = [...this.published.values()].filter((track) => track.up !== null);
    return new ParticipantInfo({
      sid: this.sid,
      identity: this.identity,
      name: this.name,
      state: this.state,
      joinedAt: BigInt(Math.floor(this.joinedAtMs / 1000)),
      version: this.#version,
      metadata: this.metadata,
      attributes: this.attributes,
      kind: kinds.get(this.claims.kind ?? '') ?? ParticipantInfo_Kind.STANDARD,
      permission: new ParticipantPermission({
        canPublish: this.canPublish,
        canSubscribe: this.canSubscribe,
        canPublishData: this.canPublishData,
        canUpdateMetadata: this.claims.video.canUpdateOwnMetadata === true,
        hidden: this.isHidden,
      }),
      isPublisher: tracks.length > 0,
      tracks: tracks.map((track) => track.info),
    });
  }

  /** Sends a message; without a socket it is dropped, the resume brings the state anew. */
  send(message: Outgoing): void {
    this.link?.send(message);
  }

  /** Tells the client to go: for good, or to come back as a new participant. */
  sendLeave(reason: DisconnectReason, action = LeaveRequest_Action.DISCONNECT): void {
    const canReconnect = action !== LeaveRequest_Action.DISCONNECT;
    this.send({ case: 'leave', value: new LeaveRequest({ reason, action, canReconnect }) });
  }
}
