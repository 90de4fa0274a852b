import { DisconnectReason, SignalRequest } from '@livekit/protocol';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { RoomLimits } from '../limits.ts';
import type { RoomListener } from '../rooms/events.ts';
import { Participant } from '../rooms/participant.ts';
import { Room } from '../rooms/room.ts';
import { SignalLink } from '../rooms/signal-link.ts';
import { sendOffer } from '../rooms/subscriptions.ts';
import type { Admitted } from './admission.ts';
import { sendJoinResponse, sendReconnectResponse, sendLeaveRequest } from './signal-responses.ts';
import { closeConnections, openConnections } from './open-connections.ts';
import { RateLimit } from './rate-limit.ts';
import { handleRequest } from './requests.ts';

/** Dependencies of the sessions. */
export interface SessionContext {
  /** IPv4 address of the media sockets. */
  readonly host: string;
  readonly limits: RoomLimits;
  readonly clock: Clock;
  readonly emit: RoomListener;
  /** A room may be closed while a client joins it. */
  readonly isRoomOpen: (name: string) => boolean;
}

const closeCode = { normal: 1000, policy: 1008, failed: 1011, full: 1013 } as const;
/**
 * The rooms of a server and the sockets of their participants.
 *
 *     socket ──join──▶ joined ──media path──▶ active ──leave, timeout, path lost──▶ left
 *        └──resume──▶ as it was, when the participant is still there
 */
export class Sessions {
  readonly rooms = new Map<string, Room>();
  readonly #context: SessionContext;
  #isClosed = false;

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /** Returns whether a participant can enter a room now. */
  hasSpace({ claims, resumeSid }: Admitted): boolean {
    const { limits } = this.#context;
    const room = this.rooms.get(claims.video.room);
    return (
      resumeSid !== null ||
      (room === undefined
        ? this.rooms.size < limits.maxRooms
        : room.participants.has(claims.sub) ||
          room.participants.size < limits.maxParticipantsPerRoom)
    );
  }

  /** Takes over an admitted socket until it closes. */
  async accept(socket: WebSocket, admitted: Admitted): Promise<void> {
    const link = new SignalLink(socket, this.#context.limits);
    // Bytes that the client sends meanwhile stay in the kernel.
    socket.pause();
    const session =
      admitted.resumeSid === null
        ? await this.#join(socket, link, admitted)
        : this.#resume(link, admitted, admitted.resumeSid);
    if (session === null) {
      return;
    }
    const { room, participant } = session;
    const { maxSignalsPerSecond, maxSignalBytesPerSecond, maxSignalBytes } = this.#context.limits;
    const rate = new RateLimit(maxSignalsPerSecond);
    const byteRate = new RateLimit(maxSignalBytesPerSecond, 2 * maxSignalBytes);
    socket.on('message', (message, isBinary) => {
      if (participant.link !== link) {
        return;
      }
      const nowMs = performance.now();
      // The default of the socket library: one buffer.
      const bytes = Buffer.isBuffer(message) ? message.length : maxSignalBytes;
      if (rate.consume(nowMs) && byteRate.consume(nowMs, bytes)) {
        this.#handle(room, participant, { message, isBinary, link });
      } else {
        socket.close(closeCode.policy, 'too many messages, or too much in them');
      }
    });
    socket.on('close', () => {
      if (participant.link === link) {
        participant.link = null;
        participant.linkLostMs = performance.now();
      }
    });
    socket.resume();
    // The socket may have closed during the join.
    if (socket.readyState !== socket.OPEN && participant.link === link) {
      participant.link = null;
      participant.linkLostMs = performance.now();
    }
  }

  /** Sends away who has been silent too long, and forgets empty rooms. */
  sweep(): void {
    for (const room of this.rooms.values()) {
      room.sweep(this.#context.clock.nowMs(), performance.now());
      this.#forgetIfEmpty(room);
    }
  }

  /** Removes a participant for good. False when there is none. */
  remove(roomName: string, identity: string, reason: DisconnectReason): boolean {
    const room = this.rooms.get(roomName);
    const participant = room?.participants.get(identity);
    if (room === undefined || participant === undefined) {
      return false;
    }
    participant.sendLeave(reason);
    this.#leave(room, participant);
    return true;
  }

  /** Removes all participants and refuses new ones. */
  close(): void {
    this.#isClosed = true;
    for (const room of this.rooms.values()) {
      for (const identity of room.participants.keys()) {
        this.remove(room.name, identity, DisconnectReason.SERVER_SHUTDOWN);
      }
    }
  }

  async #join(
    socket: WebSocket,
    link: SignalLink,
    admitted: Admitted,
  ): Promise<{ room: Room; participant: Participant } | null> {
    const { claims } = admitted;
    const owner: { session: { room: Room; participant: Participant } | null } = { session: null };
    const { host, limits, isRoomOpen } = this.#context;
    const options = { host, limits, hasOne: admitted.hasOneConnection };
    const connections = await openConnections(options, {
      onConnected: () => {
        if (owner.session !== null) {
          owner.session.room.activate(owner.session.participant);
        }
      },
      onLost: () => {
        // Deferred, because the transport that emits this event is about to be closed.
        setImmediate(() => this.#dropLost(owner.session));
      },
      onMessage: (label, bytes) => {
        owner.session?.room.relay(owner.session.participant, label, bytes);
      },
    });
    const isClosed = this.#isClosed || !isRoomOpen(claims.video.room);
    if (isClosed || socket.readyState !== socket.OPEN || !this.hasSpace(admitted)) {
      closeConnections(connections);
      socket.resume();
      link.close(isClosed ? closeCode.normal : closeCode.full);
      return null;
    }
    const room = this.#openRoom(claims.video.room);
    const before = room.participants.get(claims.sub);
    if (before !== undefined) {
      before.sendLeave(DisconnectReason.DUPLICATE_IDENTITY);
      room.leave(before);
    }
    const participant = new Participant({
      claims,
      connections,
      link,
      isAutoSubscribing: admitted.isAutoSubscribing,
      nowMs: this.#context.clock.nowMs(),
    });
    owner.session = { room, participant };
    sendJoinResponse(room, participant);
    room.enter(participant);
    this.#begin(room, participant, admitted);
    return owner.session;
  }

  /** The first round of offer and answer. */
  #begin(room: Room, participant: Participant, { join }: Admitted): void {
    if (!participant.hasOneConnection) {
      const { subscriber } = participant.connections;
      subscriber.sections.addOwn('application');
      subscriber.channels.openOwn();
      sendOffer(participant);
      return;
    }
    const { maxTracksPerParticipant } = this.#context.limits;
    for (const request of join.addTrackRequests.slice(0, maxTracksPerParticipant)) {
      room.receiveAnnouncement(participant, request);
    }
    if (join.publisherOffer !== undefined && join.publisherOffer.sdp !== '') {
      const offer = join.publisherOffer;
      this.#try(participant, () => room.receiveOffer(participant, offer));
    }
  }

  #resume(
    link: SignalLink,
    { claims }: Admitted,
    sid: string,
  ): { room: Room; participant: Participant } | null {
    const room = this.rooms.get(claims.video.room);
    const participant = room?.participants.get(claims.sub);
    if (room === undefined || participant?.sid !== sid) {
      sendLeaveRequest(link);
      return null;
    }
    const before = participant.link;
    participant.link = link;
    participant.linkLostMs = 0;
    before?.close();
    sendReconnectResponse(participant);
    room.resume(participant);
    return { room, participant };
  }

  #handle(
    room: Room,
    participant: Participant,
    frame: { readonly message: RawData; readonly isBinary: boolean; readonly link: SignalLink },
  ): void {
    const request = findRequest(frame.message, frame.isBinary);
    if (request === null) {
      return;
    }
    frame.link.isText = !frame.isBinary;
    this.#try(participant, () => handleRequest(room, participant, request));
    this.#forgetIfEmpty(room);
  }

  /**
   * Runs a request. A planned refusal leaves the session unchanged; a bug is reported and ends this session
   * only.
   */
  #try(participant: Participant, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.#context.emit({ type: 'fault', error });
        participant.link?.close(closeCode.failed);
      }
    }
  }

  #dropLost(session: { readonly room: Room; readonly participant: Participant } | null): void {
    const isThere =
      session?.room.participants.get(session.participant.identity) === session?.participant;
    if (session !== null && isThere) {
      session.room.dropLostPath(session.participant);
      this.#forgetIfEmpty(session.room);
    }
  }

  #openRoom(name: string): Room {
    const { limits, emit, clock } = this.#context;
    const room = this.rooms.get(name) ?? new Room({ name, limits, emit, nowMs: clock.nowMs() });
    this.rooms.set(name, room);
    return room;
  }

  #leave(room: Room, participant: Participant): void {
    room.leave(participant);
    this.#forgetIfEmpty(room);
  }

  #forgetIfEmpty(room: Room): void {
    if (room.participants.size === 0 && this.rooms.get(room.name) === room) {
      this.rooms.delete(room.name);
    }
  }
}

function findRequest(message: RawData, isBinary: boolean): SignalRequest | null {
  // The default of the socket library: one buffer.
  if (!Buffer.isBuffer(message)) {
    return null;
  }
  try {
    return isBinary
      ? SignalRequest.fromBinary(message)
      : SignalRequest.fromJsonString(message.toString('utf8'));
  } catch {
    return null;
  }
}
