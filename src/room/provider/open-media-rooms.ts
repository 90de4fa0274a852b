import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import { type EmbeddedRoomsOptions, openEmbeddedRooms } from './embedded-rooms.ts';
import { createLiveKitRooms, type LiveKitServer } from './livekit-rooms.ts';
import type { MediaRooms } from './media-rooms.ts';

const urlSchema = z.url({ protocol: /^wss?$/ });
/** LiveKit's API takes any 32 bits; a delay of more than seconds is not live. */
const playoutDelaySchema = z.coerce.number().int().min(0).max(10_000);
/** Pictures are shown at once: on the two ways of a swap the receivers' own delay added 30 to 40 ms. */
const DEFAULT_PLAYOUT_DELAY_MS = 1;

/**
 * Reads the LiveKit server from the environment; null when none is configured. Throws `invalid_input` when the
 * settings are incomplete or the delay is invalid.
 */
export function findLiveKitServer(
  env: Readonly<Record<string, string | undefined>>,
): LiveKitServer | null {
  const url = env['LIVEKIT_URL'] ?? '';
  const apiKey = env['LIVEKIT_API_KEY'] ?? '';
  const apiSecret = env['LIVEKIT_API_SECRET'] ?? '';
  if (url === '' && apiKey === '' && apiSecret === '') {
    return null;
  }
  if (!urlSchema.safeParse(url).success || apiKey === '' || apiSecret === '') {
    throw new AppError(
      'invalid_input',
      'A LiveKit server needs LIVEKIT_URL (ws:// or wss://), LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
    );
  }
  return { url, apiKey, apiSecret, playoutDelayMs: readPlayoutDelay(env) };
}

function readPlayoutDelay(env: Readonly<Record<string, string | undefined>>): number {
  const value = env['GUISE_PLAYOUT_DELAY_MS'] ?? '';
  const { success, data } = playoutDelaySchema.safeParse(
    value === '' ? DEFAULT_PLAYOUT_DELAY_MS : value,
  );
  if (!success) {
    throw new AppError(
      'invalid_input',
      `GUISE_PLAYOUT_DELAY_MS is “${value}”; a whole number from 0 to 10000 is expected.`,
    );
  }
  return data;
}

/**
 * Opens the rooms: those of the LiveKit server in `LIVEKIT_URL`, `LIVEKIT_API_KEY` and `LIVEKIT_API_SECRET`,
 * else embedded ones.
 */
export async function openMediaRooms(
  env: Readonly<Record<string, string | undefined>>,
  embedded: EmbeddedRoomsOptions = {},
): Promise<MediaRooms> {
  const server = findLiveKitServer(env);
  return server === null ? await openEmbeddedRooms(embedded) : createLiveKitRooms(server);
}
