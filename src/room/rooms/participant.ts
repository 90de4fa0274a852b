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
  /** Connection for published media; with a single connection also for subscribed media. */
  readonly publisher: Transport;
  /** Connection for subscribed media; the same object when the client uses the newer signalling. */
  readonly subscriber: Transport;
}

/** A message to a client. */
export type Outgoing = SignalResponse['message'];

/** A participant of a room. */
export class Participant {
  readonly sid = createSid('PA');
  readonly claims: Claims;
  readonly connections: Connections;
  /** Gets every track without asking. */
  readonly isAutoSubscribing: boolean;
  /** Published tracks by the client's id. */
  readonly published = new Map<string, PublishedTrack>();
  /** Subscribed tracks by the track's id. */
  readonly subscribed = new Map<string, DownTrack>();
  readonly joinedAtMs: number;
  state: ParticipantInfo_State = ParticipantInfo_State.JOINED;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  /** null while the socket is lost. */
  link: SignalLink | null;
  /** Time at which the socket was lost; 0 while it is open. */
  linkLostMs = 0;
  /** Newest offer of the room. `isPending`: it awaits its answer; `isStale`: another one has to follow. */
  offer: { id: number; isPending: boolean; isStale: boolean } = {
    id: 0,
    isPending: false,
    isStale: false,
  };
  #version = 0;

  constructor(init: {
    readonly claims: Claims;
    readonly connections: Connections;
    readonly link: SignalLink | null;
    readonly isAutoSubscribing: boolean;
    readonly nowMs: number;
  }) {
    this.claims = init.claims;
    this.connections = init.connections;
    this.link = init.link;
    this.isAutoSubscribing = init.isAutoSubscribing;
    this.joinedAtMs = init.nowMs;
    this.name = init.claims.name ?? '';
    this.metadata = init.claims.metadata ?? '';
    this.attributes = init.claims.attributes ?? {};
  }

  /** Unique in the room; from the token. */
  get identity(): string {
    return this.claims.sub;
  }

  /** True when one connection serves both directions; then the client makes all offers. */
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

  /** Public state of the participant. Each call counts as a change unless `isSame`. */
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

  /** Sends a message; dropped without a socket, since a resume transfers the complete state. */
  send(message: Outgoing): void {
    this.link?.send(message);
  }

  /** Asks the client to leave for good, or to come back as a new participant. */
  sendLeave(reason: DisconnectReason, action = LeaveRequest_Action.DISCONNECT): void {
    const canReconnect = action !== LeaveRequest_Action.DISCONNECT;
    this.send({ case: 'leave', value: new LeaveRequest({ reason, action, canReconnect }) });
  }
}
