import * as z from 'zod';

const claimsSchema = z.object({ video: z.object({ room: z.string().min(1) }) });

/**
 * Reads the room of a token; null when it has none. The token is not verified, which is up to the room: this
 * only compares whether two tokens lead to the same room.
 */
export function findRoomName(token: string): string | null {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const parsed = claimsSchema.safeParse(claims);
    return parsed.success ? parsed.data.video.room : null;
  } catch {
    return null;
  }
}
