import { ParticipantInfo_State } from '@livekit/protocol';
import type { IceCounters } from './ice/ice-lite.ts';
import type { UpCounters } from './media/up-stream.ts';
import type { Participant } from './rooms/participant.ts';
import type { Room } from './rooms/room.ts';
import type { DataCounters } from './transport/data-channels.ts';

/** Media counters of one participant. */
export interface RoomMetrics {
  readonly room: string;
  readonly identity: string;
  readonly isActive: boolean;
  readonly hasOneConnection: boolean;
  /** One entry per layer; a track without media yet has none. */
  readonly up: readonly (UpCounters & {
    readonly trackSid: string;
    readonly rid: string;
    readonly mime: string;
  })[];
  readonly down: readonly {
    readonly trackSid: string;
    readonly packets: number;
    readonly bytes: number;
    readonly repeated: number;
    readonly evicted: number;
    readonly keyFrameRequests: number;
  }[];
  /** One entry per connection. */
  readonly paths: readonly (IceCounters & {
    readonly port: number;
    readonly unknownPackets: number;
    readonly messages: DataCounters;
  })[];
}

/** The metrics of everyone in some rooms. */
export function describeRooms(rooms: Iterable<Room>): RoomMetrics[] {
  return [...rooms].flatMap((room) =>
    [...room.participants.values()].map((participant) => describe(room.name, participant)),
  );
}

function describe(room: string, participant: Participant): RoomMetrics {
  return {
    room,
    identity: participant.identity,
    isActive: participant.state === ParticipantInfo_State.ACTIVE,
    hasOneConnection: participant.hasOneConnection,
    up: [...participant.published.values()].flatMap(({ sid, up }) =>
      [...(up?.streams.values() ?? [])].map((stream) => ({
        trackSid: sid,
        rid: stream.rid,
        mime: up?.codec.mime ?? '',
        ...stream.counters,
      })),
    ),
    down: [...participant.subscribed].map(([trackSid, down]) => ({ trackSid, ...down.counters })),
    paths: participant.transports.map(({ path, forwarder, channels }) => ({
      port: path.ice.port,
      ...path.ice.counters,
      unknownPackets: forwarder.unknownPackets,
      messages: { ...channels.counters },
    })),
  };
}
