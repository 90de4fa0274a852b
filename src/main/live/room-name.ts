import * as z from 'zod';

const claimsSchema = z.object({ video: z.object({ room: z.string().min(1) }) });

/**
 * The room that a token is for; null when it does not say. The token is not checked, which is the room's
 * affair: this only tells whether two tokens lead to the same place.
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
