import { isIPv4 } from 'node:net';
import { DisconnectReason, ParticipantInfo_State } from '@livekit/protocol';
import { type Clock, systemClock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import { defaultRoomLimits, type RoomLimits } from './limits.ts';
import type { MediaLoss } from './ice/ice-lite.ts';
import { describeRooms, type RoomMetrics } from './room-metrics.ts';
import type { RoomListener } from './rooms/events.ts';
import { openSignalServer } from './signal/server.ts';
import { Sessions } from './signal/sessions.ts';

/** Options of a room server. */
export interface RoomServerOptions {
  /** IPv4 address of every socket, of signalling and media; this machine only when left out. */
  readonly host?: string | undefined;
  /** 0 or left out: a free one. */
  readonly port?: number | undefined;
  /** Issuer of the tokens. */
  readonly apiKey: string;
  /** At least 32 characters; generated for every run when the server is embedded. */
  readonly apiSecret: string;
  readonly limits?: Partial<RoomLimits> | undefined;
  /** Names under which clients may address the server, beside the host and this machine's own. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of pages that may connect, beside those of this machine, such as `https://app.example`. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** False hides `/rtc/v1`, as servers before 1.9.2 do; clients then fall back. */
  readonly hasNewerSignalling?: boolean | undefined;
  /**
   * Returns whether a room may be joined; all rooms when absent. Without it a token can reopen its room after it ended.
   */
  readonly isRoomOpen?: ((name: string) => boolean) | undefined;
  readonly clock?: Clock | undefined;
}

/** A participant as the owner of the server sees it. */
export interface PresentParticipant {
  readonly room: string;
  readonly identity: string;
  /** Media can flow. */
  readonly isActive: boolean;
  readonly trackSids: readonly string[];
}

/** A server of rooms on this machine that LiveKit clients join. The owner closes it. */
export interface RoomServer {
  /** URL for clients, such as `ws://127.0.0.1:40123`. */
  readonly url: string;
  /** Participants of a room, or of all rooms. */
  participants(room?: string): PresentParticipant[];
  /** Removes a participant for good. Returns false when no participant has that identity. */
  remove(room: string, identity: string): boolean;
  /** Removes all participants of a room. */
  closeRoom(room: string): void;
  /** Hears events until the returned function is called. */
  listen(listener: RoomListener): () => void;
  /** Counters of media and data, for metrics and diagnosis. */
  metrics(): RoomMetrics[];
  /**
   * For tests: cuts a participant's signalling socket, as a network failure would. False when there is none.
   */
  cutSocket(room: string, identity: string): boolean;
  /** For tests: drops media packets of a participant at random; null ends it. */
  setLoss(room: string, identity: string, loss: MediaLoss | null): void;
  /** Sends everyone away and frees every socket and timer. */
  close(): Promise<void>;
}

const sweepEveryMs = 1_000;
const minSecretLength = 32;
const localNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Opens a server of rooms. Throws `invalid_input` for an unsafe secret or a host that is no IPv4 address. */
export async function openRoom(options: RoomServerOptions): Promise<RoomServer> {
  const { apiKey, apiSecret, host = '127.0.0.1', clock = systemClock } = options;
  if (!isIPv4(host) || host === '0.0.0.0') {
    throw new AppError('invalid_input', 'The host of a room is one IPv4 address of this machine.');
  }
  if (apiKey === '' || apiSecret.length < minSecretLength) {
    throw new AppError(
      'invalid_input',
      `A room needs a key and ${minSecretLength} secret letters.`,
    );
  }
  const limits: RoomLimits = { ...defaultRoomLimits, ...options.limits };
  const listeners = new Set<RoomListener>();
  const emit: RoomListener = (event) => listeners.forEach((listener) => listener(event));
  const isRoomOpen = options.isRoomOpen ?? (() => true);
  const sessions = new Sessions({ host, limits, clock, emit, isRoomOpen });
  const server = await openSignalServer({
    host,
    port: options.port ?? 0,
    limits,
    sessions,
    emit,
    hasNewerSignalling: options.hasNewerSignalling ?? true,
    rules: {
      key: { apiKey, apiSecret },
      hosts: new Set([host, ...localNames, ...(options.allowedHosts ?? [])]),
      origins: new Set(options.allowedOrigins),
      isRoomOpen,
      nowMs: () => clock.nowMs(),
    },
  });
  const sweeping = setInterval(() => sessions.sweep(), sweepEveryMs);
  const find = (room: string, identity: string) =>
    sessions.rooms.get(room)?.participants.get(identity);
  return {
    url: `ws://${host}:${server.port}`,
    participants: (room) => listParticipants(sessions, room),
    remove: (room, identity) =>
      sessions.remove(room, identity, DisconnectReason.PARTICIPANT_REMOVED),
    closeRoom(room) {
      for (const { identity } of listParticipants(sessions, room)) {
        sessions.remove(room, identity, DisconnectReason.ROOM_DELETED);
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    metrics: () => describeRooms(sessions.rooms.values()),
    cutSocket(room, identity) {
      const link = find(room, identity)?.link ?? null;
      link?.cut();
      return link !== null;
    },
    setLoss(room, identity, loss) {
      find(room, identity)?.transports.forEach(({ path }) => path.ice.setLoss(loss));
    },
    async close() {
      clearInterval(sweeping);
      sessions.close();
      await server.close();
      listeners.clear();
    },
  };
}

function listParticipants(sessions: Sessions, name?: string): PresentParticipant[] {
  return [...sessions.rooms.values()]
    .filter((room) => name === undefined || room.name === name)
    .flatMap((room) =>
      [...room.participants.values()].map((participant) => ({
        room: room.name,
        identity: participant.identity,
        isActive: participant.state === ParticipantInfo_State.ACTIVE,
        trackSids: [...participant.published.values()].map(({ sid }) => sid),
      })),
    );
}
