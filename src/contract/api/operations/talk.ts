import * as z from 'zod';
import {
  callbackUrl,
  exampleFileKeys,
  fileKey,
  language,
  outputResolutionP,
  text,
  voiceId,
} from '../fields.ts';
import { checkIgnoredFields, type IgnoredFields } from '../field-rules.ts';
import { jsonBody, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import { createSubmit, submittedExample } from './submit.ts';

/** The caller's own audio replaces the script and its speaker. */
const soundInstead: IgnoredFields = {
  beside: 'audio_key',
  fields: ['script', 'voice_id'],
  required: ['script'],
};

/** Makes a portrait speak. */
export const submitAvatar = operation({
  ...createSubmit('avatar'),
  summary: 'Make a portrait speak',
  description:
    'Speaks `script`, or moves to `audio_key` (recommended up to 45 s, at most 60 s). With ' +
    '`audio_key`, `script` and `voice_id` are ignored. Billed per second of output.',
  body: jsonBody(
    z
      .strictObject({
        image_key: fileKey('images', 'The portrait.'),
        script: text(
          limits.avatarScriptChars,
          'Text to speak. Required unless `audio_key` is given.',
        ).optional(),
        audio_key: fileKey('audio', 'Own audio instead of a script.').optional(),
        voice_id: voiceId.optional(),
        language: language.optional(),
        output_resolution_p: outputResolutionP.optional(),
        callback_url: callbackUrl.optional(),
      })
      .superRefine(checkIgnoredFields(soundInstead))
      .meta({
        id: 'AvatarRequest',
        anyOf: [{ required: ['script'] }, { required: ['audio_key'] }],
      }),
    { ignored: soundInstead },
  ),
  example: {
    body: { image_key: exampleFileKeys.images, script: 'Good morning.', output_resolution_p: 720 },
    reply: submittedExample,
  },
});

/** Moves lips to a track. */
export const submitLipSync = operation({
  ...createSubmit('lip_sync'),
  summary: 'Sync lips to audio',
  description:
    'Up to 10 minutes of sound. Billed per second of output, which is as long as the sound.',
  body: jsonBody(
    z
      .strictObject({
        video_key: fileKey('videos', 'Source video.'),
        audio_key: fileKey('audio', 'Audio to sync to.'),
        output_resolution_p: outputResolutionP.optional(),
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'LipSyncRequest' }),
  ),
  example: {
    body: { video_key: exampleFileKeys.videos, audio_key: exampleFileKeys.audio },
    reply: submittedExample,
  },
});
