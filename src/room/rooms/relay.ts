import { DataPacket } from '@livekit/protocol';
import type { ChannelLabel } from '../transport/data-channels.ts';
import type { Participant } from './participant.ts';

const maxDestinations = 64;

/**
 * Hands a message on to those it is for. Who sent it is written by the room, whatever the sender claimed.
 */
export function relayMessage(
  from: Participant,
  others: readonly Participant[],
  message: { readonly label: ChannelLabel; readonly bytes: Buffer },
): void {
  const packet = from.canPublishData ? readPacket(message.bytes) : null;
  if (packet === null) {
    return;
  }
  packet.participantIdentity = from.identity;
  packet.participantSid = from.sid;
  const named = new Set(packet.destinationIdentities.slice(0, maxDestinations));
  if (packet.value.case === 'user') {
    const { value } = packet.value;
    value.destinationIdentities.slice(0, maxDestinations).forEach((name) => named.add(name));
    value.participantIdentity = from.identity;
    value.participantSid = from.sid;
  }
  const bytes = Buffer.from(packet.toBinary());
  for (const other of others) {
    if (named.size === 0 || named.has(other.identity)) {
      other.connections.subscriber.channels.send(message.label, bytes);
    }
  }
}

function readPacket(bytes: Buffer): DataPacket | null {
  try {
    const packet = DataPacket.fromBinary(bytes);
    return packet.value.case === undefined ? null : packet;
  } catch {
    return null;
  }
}
