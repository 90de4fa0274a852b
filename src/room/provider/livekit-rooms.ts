import { trimEnd } from '../../base/trim-end.ts';
import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import { signToken, type TokenKey } from '../token/token.ts';
import type { MediaRooms } from './media-rooms.ts';
import { createSessionToken } from './session-token.ts';

/** URL of a LiveKit server, and the key its tokens are signed with. */
export interface LiveKitServer extends TokenKey {
  /** `wss://…`, or `ws://…` within a network that is trusted. */
  readonly url: string;
  /**
   * Maximum delay in milliseconds that receivers may add to smooth the video; 0 leaves it to them. From 1 to 9
   * LiveKit sends 0 and 0, with which libwebrtc shows a frame as soon as it is decoded.
   */
  readonly playoutDelayMs: number;
}

const callTimeoutMs = 10_000;
const callTokenSec = 60;
/** LiveKit ends an empty room by itself, for sessions that never connected. */
const emptyTimeoutSec = 120;
const departureTimeoutSec = 20;

const participantsSchema = z.object({
  participants: z.array(z.object({ identity: z.string() })).default([]),
});
const errorSchema = z.object({ code: z.string() });

/** Rooms of a LiveKit server, by its admin API. */
export function createLiveKitRooms(server: LiveKitServer): MediaRooms {
  const call = createCaller(server);
  return {
    kind: 'livekit',
    url: server.url,
    async create(name) {
      await call('CreateRoom', name, {
        name,
        empty_timeout: emptyTimeoutSec,
        departure_timeout: departureTimeoutSec,
        ...(server.playoutDelayMs > 0 ? { max_playout_delay: server.playoutDelayMs } : {}),
      });
      return {
        name,
        url: server.url,
        createToken: (identity, rights, ttlSec) =>
          createSessionToken(server, { room: name, identity, rights, ttlSec }),
        async participants() {
          const reply = participantsSchema.parse(
            await call('ListParticipants', name, { room: name }),
          );
          return reply.participants.map(({ identity }) => identity);
        },
        remove: (identity) => isThere(call('RemoveParticipant', name, { room: name, identity })),
        async close() {
          await isThere(call('DeleteRoom', name, { room: name }));
        },
      };
    },
    close: () => Promise.resolve(),
  };
}

/** False when the server does not know the target of a call. */
async function isThere(reply: Promise<unknown>): Promise<boolean> {
  try {
    await reply;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      return false;
    }
    throw error;
  }
}

function createCaller(server: LiveKitServer) {
  const base = trimEnd(server.url.replace(/^ws/, 'http'), '/');
  return async (method: string, room: string, body: object): Promise<unknown> => {
    const nowSec = Math.floor(Date.now() / 1000);
    const token = signToken(server, {
      nbf: nowSec - 10,
      exp: nowSec + callTokenSec,
      video: { room, roomCreate: true, roomAdmin: true, roomList: true },
    });
    const reply = await fetch(`${base}/twirp/livekit.RoomService/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeoutMs),
    }).catch((cause: unknown) => {
      throw new AppError('service_unreachable', 'The LiveKit server does not answer.', { cause });
    });
    const content: unknown = await reply.json().catch(() => null);
    if (!reply.ok) {
      throw toError(method, reply.status, content);
    }
    return content;
  };
}

function toError(method: string, status: number, content: unknown): AppError {
  const code = errorSchema.safeParse(content).data?.code;
  const details = { method, status, code: code ?? null };
  if (code === 'not_found') {
    return new AppError('not_found', 'The LiveKit server does not know that room.', { details });
  }
  return status === 401 || status === 403
    ? new AppError('unauthorized', 'The LiveKit server refuses the key and secret.', { details })
    : new AppError('bad_reply', `The LiveKit server answered ${status} to ${method}.`, { details });
}
