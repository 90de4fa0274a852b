import { DataPacket } from '@livekit/protocol';
import type { ChannelLabel, DataChannels } from '../transport/data-channels.ts';
import type { Participant } from './participant.ts';

const maxDestinations = 64;

/** Possible recipient of a message. */
export interface Recipient extends Pick<Participant, 'identity' | 'sid'> {
  readonly connections: { readonly subscriber: { readonly channels: Pick<DataChannels, 'send'> } };
}

/** Forwards a message to its recipients. The room sets the sender, whatever the message claims. */
export function relayMessage(
  from: Pick<Participant, 'identity' | 'sid' | 'canPublishData'>,
  others: readonly Recipient[],
  message: { readonly label: ChannelLabel; readonly bytes: Buffer },
): void {
  const packet = from.canPublishData ? parsePacket(message.bytes) : null;
  if (packet === null) {
    return;
  }
  packet.participantIdentity = from.identity;
  packet.participantSid = from.sid;
  const named = new Set(packet.destinationIdentities.slice(0, maxDestinations));
  if (packet.value.case === 'user') {
    const { value } = packet.value;
    value.destinationIdentities.slice(0, maxDestinations).forEach((name) => named.add(name));
    // Older clients name recipients only by these; if ignored, their message would go to everyone.
    value.destinationSids.slice(0, maxDestinations).forEach((sid) => named.add(sid));
    value.participantIdentity = from.identity;
    value.participantSid = from.sid;
  }
  const bytes = Buffer.from(packet.toBinary());
  for (const other of others) {
    if (named.size === 0 || named.has(other.identity) || named.has(other.sid)) {
      other.connections.subscriber.channels.send(message.label, bytes);
    }
  }
}

function parsePacket(bytes: Buffer): DataPacket | null {
  try {
    const packet = DataPacket.fromBinary(bytes);
    return packet.value.case === undefined ? null : packet;
  } catch {
    return null;
  }
}
