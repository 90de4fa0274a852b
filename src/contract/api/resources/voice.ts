import * as z from 'zod';

/** A voice of text-to-speech, avatar and identity swap. */
export const voiceSchema = z
  .object({
    id: z.string().meta({ description: 'The `voice_id` of other calls.' }),
    name: z.string().meta({ description: 'Label: character and tone.' }),
    language: z.string(),
  })
  .meta({ id: 'Voice' });

/** See {@link voiceSchema}. */
export type Voice = z.output<typeof voiceSchema>;

/** A target voice of the voice changer; another catalogue than {@link voiceSchema}. */
export const voiceChangerVoiceSchema = z
  .object({
    id: z.string().meta({ description: 'The `voice_id` of a voice-changer session.' }),
    name: z.string(),
    description: z.string(),
    sample_url: z.string().meta({
      description:
        'Path of the sample on the same host, `/api/v1/voice-changer/voices/<voice_id>/sample`. ' +
        'Needs the key.',
    }),
  })
  .meta({ id: 'VoiceChangerVoice' });

/** See {@link voiceChangerVoiceSchema}. */
export type VoiceChangerVoice = z.output<typeof voiceChangerVoiceSchema>;
