import { randomBytes } from 'node:crypto';
import { openRoom, type RoomServer } from '../../../src/room/open-room.ts';
import type { RoomServerOptions } from '../../../src/room/open-room.ts';
import { signToken } from '../../../src/room/token/token.ts';

/** A server that the suite of conformance runs against. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Null for a remote LiveKit server, whose state is not accessible. */
  readonly server: RoomServer | null;
  readonly close: () => Promise<void>;
}

/** Opens an embedded server with its own secrets. */
export async function openEmbedded(
  options: Partial<RoomServerOptions> = {},
): Promise<Target & { readonly server: RoomServer }> {
  const apiKey = `key-${randomBytes(6).toString('hex')}`;
  const apiSecret = randomBytes(32).toString('base64url');
  const server = await openRoom({ apiKey, apiSecret, ...options });
  return { url: server.url, apiKey, apiSecret, server, close: () => server.close() };
}

/** Every target that is there: ours, and a LiveKit server whose address and keys the environment has. */
export function listTargets(): readonly {
  readonly name: string;
  readonly open: () => Promise<Target>;
}[] {
  const url = process.env['LIVEKIT_URL'];
  const apiKey = process.env['LIVEKIT_API_KEY'];
  const apiSecret = process.env['LIVEKIT_API_SECRET'];
  const embedded = { name: 'embedded room', open: openEmbedded };
  if (url === undefined || apiKey === undefined || apiSecret === undefined) {
    console.log('No LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET: only the embedded room.');
    return [embedded];
  }
  const close = (): Promise<void> => Promise.resolve();
  const given = { url, apiKey, apiSecret, server: null, close };
  return [embedded, { name: 'LiveKit server', open: () => Promise.resolve(given) }];
}

/** A token as the service makes them, valid for five minutes. */
export function makeToken(
  target: Pick<Target, 'apiKey' | 'apiSecret'>,
  identity: string,
  room: string,
  change: {
    readonly grants?: Readonly<Record<string, unknown>>;
    readonly claims?: Readonly<Record<string, unknown>>;
  } = {},
): string {
  const nowSec = Math.floor(Date.now() / 1000);
  return signToken(target, {
    sub: identity,
    nbf: nowSec - 5,
    exp: nowSec + 300,
    video: { room, roomJoin: true, ...change.grants },
    ...change.claims,
  });
}
