import * as z from 'zod';

/** Longest id of a voice, of whatever catalogue. */
export const maxVoiceIdChars = 128;

/** Id of a voice. */
export const voiceIdSchema = z.string().min(1).max(maxVoiceIdChars);
