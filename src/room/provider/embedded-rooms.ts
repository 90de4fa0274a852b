import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { openRoom, type RoomServer, type RoomServerOptions } from '../open-room.ts';
import { createSessionToken } from './session-token.ts';
import type { MediaRooms } from './media-rooms.ts';

/** Rooms of this process. */
export interface EmbeddedRooms extends MediaRooms {
  readonly kind: 'embedded';
  /** Server, for events and metrics. */
  readonly server: RoomServer;
}

/** Options of an embedded server; it generates its own key, and allows only rooms that were created. */
export type EmbeddedRoomsOptions = Omit<RoomServerOptions, 'apiKey' | 'apiSecret' | 'isRoomOpen'>;

/** Opens a server of rooms with a key and secret of its own that never leave this process. */
export async function openEmbeddedRooms(
  options: EmbeddedRoomsOptions = {},
): Promise<EmbeddedRooms> {
  const key = {
    apiKey: `room-${randomBytes(8).toString('hex')}`,
    apiSecret: randomBytes(48).toString('base64url'),
  };
  const names = new Set<string>();
  const isRoomOpen = (name: string): boolean => names.has(name);
  const server = await openRoom({ ...options, ...key, isRoomOpen });
  return {
    kind: 'embedded',
    url: server.url,
    server,
    async create(name) {
      if (names.has(name)) {
        throw new AppError('invalid_input', `There is a room ${name} already.`);
      }
      names.add(name);
      return {
        name,
        url: server.url,
        createToken: (identity, rights, ttlSec) =>
          createSessionToken(key, { room: name, identity, rights, ttlSec }),
        participants: () =>
          Promise.resolve(server.participants(name).map(({ identity }) => identity)),
        remove: (identity) => Promise.resolve(server.remove(name, identity)),
        close() {
          names.delete(name);
          server.closeRoom(name);
          return Promise.resolve();
        },
      };
    },
    close: () => server.close(),
  };
}
