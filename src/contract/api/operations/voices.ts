import * as z from 'zod';
import { callbackUrl, exampleFileKeys, fileKey, language, text, voiceId } from '../fields.ts';
import { json, jsonBody, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import { voiceChangerVoiceSchema, voiceSchema } from '../resources/voice.ts';
import { createSubmit, submittedExample } from './submit.ts';

/** Speaks with the voice of a sample. */
export const submitVoiceClone = operation({
  ...createSubmit('voice_clone'),
  summary: 'Speak with a cloned voice',
  description: 'Gives an audio file. Billed per clone.',
  body: jsonBody(
    z
      .strictObject({
        voice_sample_key: fileKey('audio', 'A few seconds of clean speech.'),
        script: text(limits.voiceCloneScriptChars, 'Text to speak.'),
        language: language.optional(),
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'VoiceCloneRequest' }),
  ),
  example: {
    body: { voice_sample_key: exampleFileKeys.audio, script: 'Good morning.' },
    reply: submittedExample,
  },
});

/** Speaks with a voice of the catalogue. */
export const submitTextToSpeech = operation({
  ...createSubmit('text_to_speech'),
  summary: 'Speak a text',
  description: 'Gives an audio file. Billed per second of audio.',
  body: jsonBody(
    z
      .strictObject({
        script: text(limits.textToSpeechScriptChars, 'Text to speak.'),
        voice_id: voiceId,
        language: language.optional(),
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'TextToSpeechRequest' }),
  ),
  example: {
    body: { script: 'Good morning.', voice_id: 'en-warm-alto' },
    reply: submittedExample,
  },
});

/** Lists the voices of text-to-speech. */
export const listVoices = operation({
  method: 'GET',
  path: '/voices',
  access: 'public',
  tag: 'Voices',
  summary: 'List text-to-speech voices',
  result: json(z.array(voiceSchema)),
  errors: [],
  example: { reply: [{ id: 'en-warm-alto', name: 'Ada, warm and calm', language: 'English' }] },
});

/** Lists the target voices of the voice changer. */
export const listVoiceChangerVoices = operation({
  method: 'GET',
  path: '/voice-changer/voices',
  access: 'live',
  tag: 'Voices',
  summary: 'List voice-changer voices',
  description: 'Grows over time: read ids here, do not store a list of them.',
  result: json(z.array(voiceChangerVoiceSchema)),
  errors: [],
  example: {
    reply: [
      {
        id: 'deep-narrator',
        name: 'Deep narrator',
        description: 'Low and steady.',
        sample_url: '/api/v1/voice-changer/voices/deep-narrator/sample',
      },
    ],
  },
});

/** Bytes of a sample of a target voice. */
export const readVoiceSample = operation({
  method: 'GET',
  path: '/voice-changer/voices/{id}/sample',
  access: 'live',
  tag: 'Voices',
  summary: 'Download a voice sample',
  params: z.strictObject({
    id: z.string().max(128).meta({ description: 'Id of a voice-changer voice.' }),
  }),
  result: { kind: 'binary', contentTypes: ['audio/wav', 'audio/mpeg', 'audio/ogg'] },
  errors: ['not_found'],
  example: { params: { id: 'deep-narrator' } },
});
