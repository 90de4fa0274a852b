import type { RoomLimits } from '../limits.ts';
import type { Connections } from '../rooms/participant.ts';
import { Transport, type TransportEvents } from '../transport/transport.ts';

/** Opens one connection for both directions or one for each; `events` are those of the primary one. */
export async function openConnections(
  {
    host,
    limits,
    hasOne,
  }: { readonly host: string; readonly limits: RoomLimits; readonly hasOne: boolean },
  events: TransportEvents,
): Promise<Connections> {
  if (hasOne) {
    const publisher = await Transport.open(host, limits, events);
    return { publisher, subscriber: publisher };
  }
  const publisher = await Transport.open(host, limits, { ...events, onConnected: () => {} });
  try {
    return { publisher, subscriber: await Transport.open(host, limits, events) };
  } catch (error) {
    publisher.close();
    throw error;
  }
}

/** Closes what {@link openConnections} opened. */
export function closeConnections({ publisher, subscriber }: Connections): void {
  publisher.close();
  subscriber.close();
}
