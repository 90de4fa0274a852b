import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import { type EmbeddedRoomsOptions, openEmbeddedRooms } from './embedded-rooms.ts';
import { createLiveKitRooms, type LiveKitServer } from './livekit-rooms.ts';
import type { MediaRooms } from './media-rooms.ts';

const urlSchema = z.url({ protocol: /^wss?$/ });

/** The LiveKit server the environment names; null when it names none. Throws `invalid_input` when in part. */
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
  return { url, apiKey, apiSecret };
}

/**
 * The one way to rooms: those of the LiveKit server that `LIVEKIT_URL`, `LIVEKIT_API_KEY` and
 * `LIVEKIT_API_SECRET` name, else embedded ones.
 */
export async function openMediaRooms(
  env: Readonly<Record<string, string | undefined>>,
  embedded: EmbeddedRoomsOptions = {},
): Promise<MediaRooms> {
  const server = findLiveKitServer(env);
  return server === null ? await openEmbeddedRooms(embedded) : createLiveKitRooms(server);
}
