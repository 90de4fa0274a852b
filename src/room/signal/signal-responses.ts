import {
  ClientConfiguration,
  DisconnectReason,
  JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  ReconnectResponse,
  ServerInfo,
  ServerInfo_Edition,
} from '@livekit/protocol';
import type { Participant } from '../rooms/participant.ts';
import { type Room, wireCodecs } from '../rooms/room.ts';
import type { SignalLink } from '../rooms/signal-link.ts';

const pingIntervalSec = 5;
const pingTimeoutSec = 15;
const serverInfo = new ServerInfo({
  edition: ServerInfo_Edition.Standard,
  version: '1.9.2',
  protocol: 16,
  nodeId: 'ND_embedded',
});

/** Sends the state of the room to a participant that joins. */
export function sendJoinResponse(room: Room, participant: Participant): void {
  const value = new JoinResponse({
    room: room.toInfo(),
    participant: participant.toInfo(),
    otherParticipants: room.visibleTo(participant).map((other) => other.toInfo(true)),
    serverVersion: serverInfo.version,
    serverInfo,
    subscriberPrimary: !participant.hasOneConnection,
    pingInterval: pingIntervalSec,
    pingTimeout: pingTimeoutSec,
    enabledPublishCodecs: [...wireCodecs],
    fastPublish: participant.canPublish,
    clientConfiguration: new ClientConfiguration(),
  });
  participant.send({ case: 'join', value });
}

/** Notifies a participant that its session was resumed. */
export function sendReconnectResponse(participant: Participant): void {
  const value = new ReconnectResponse({
    serverInfo,
    clientConfiguration: new ClientConfiguration(),
  });
  participant.send({ case: 'reconnect', value });
}

/** Notifies a client that its session is gone, so that it joins again. */
export function sendLeaveRequest(link: SignalLink): void {
  const value = new LeaveRequest({
    action: LeaveRequest_Action.RECONNECT,
    reason: DisconnectReason.STATE_MISMATCH,
    canReconnect: true,
  });
  link.send({ case: 'leave', value });
  link.close();
}
