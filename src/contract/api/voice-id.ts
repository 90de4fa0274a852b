import * as z from 'zod';

/** Maximum length of a voice id, in any catalogue. */
export const maxVoiceIdChars = 128;

/** Id of a voice. */
export const voiceIdSchema = z.string().min(1).max(maxVoiceIdChars);
