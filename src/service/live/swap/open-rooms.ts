import { isIPv4 } from 'node:net';
import { detectSharedAddress } from '../../http/address.ts';
import type { MediaRooms } from '../../../room/provider/media-rooms.ts';

/** Placement of rooms. */
export interface RoomHosting {
  /** Address the service listens on. */
  readonly host: string;
  /** True when the service is behind a proxy, which passes HTTP on but no media. */
  readonly isProxied: boolean;
  /** Origins of pages that may join embedded rooms, beside those of this machine. */
  readonly pageOrigins: readonly string[];
  /** May name a LiveKit server. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns whether clients could reach rooms: those of a LiveKit server always, embedded ones when the service listens
 * without a proxy on an IPv4 address, or on all.
 */
export function canOpenRooms({ host, isProxied, env }: RoomHosting): boolean {
  return (env['LIVEKIT_URL'] ?? '') !== '' || (!isProxied && findRoomHost(host) !== null);
}

/** Warning about the rooms for the operator, before clients try them; null without one. */
export function describeRoomHosting(hosting: RoomHosting): string | null {
  if (!canOpenRooms(hosting)) {
    return (
      'This node runs no real-time swaps itself, and passes them on where other nodes do: media rooms cannot be reached ' +
      (hosting.isProxied ? 'behind --public-url' : `on ${hosting.host}`) +
      '. Name a LiveKit server in LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET to run them here.'
    );
  }
  const isEvery = hosting.host === '0.0.0.0' || hosting.host === '::';
  return isEvery && (hosting.env['LIVEKIT_URL'] ?? '') === ''
    ? `Media rooms are on ${findRoomHost(hosting.host)}: clients of real-time swap have to reach that address. ` +
        'Listen on another one with --host, or name a LiveKit server.'
    : null;
}

/** Opens them with the first call; a failure is tried again with the next. */
export function createRoomOpener(hosting: RoomHosting): {
  open(): Promise<MediaRooms>;
  close(): Promise<void>;
} {
  let opened: Promise<MediaRooms> | null = null;
  return {
    async open() {
      opened ??= openRooms(hosting);
      try {
        return await opened;
      } catch (error) {
        opened = null;
        throw error;
      }
    },
    async close() {
      const rooms = await opened?.catch(() => null);
      await rooms?.close();
    },
  };
}

async function openRooms({ host, env, pageOrigins }: RoomHosting): Promise<MediaRooms> {
  const { openMediaRooms } = await import('../../../room/provider/open-media-rooms.ts');
  return openMediaRooms(env, {
    host: findRoomHost(host) ?? undefined,
    allowedOrigins: pageOrigins,
  });
}

/** Media sockets are bound to one IPv4 address. */
function findRoomHost(host: string): string | null {
  if (host === 'localhost' || host === '::1') {
    return '127.0.0.1';
  }
  if (host === '0.0.0.0' || host === '::') {
    return detectSharedAddress();
  }
  return isIPv4(host) ? host : null;
}
