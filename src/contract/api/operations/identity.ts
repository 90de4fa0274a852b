import * as z from 'zod';
import { checkFieldRules, type FieldRules, fieldRulesToJsonSchema } from '../field-rules.ts';
import {
  callbackUrl,
  exampleFileKeys,
  fileKey,
  language,
  prompt,
  text,
  voiceId,
} from '../fields.ts';
import { jsonBody, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import { exampleJobParams, jobResult } from './jobs.ts';
import { createSubmit, submittedExample } from './submit.ts';

const audioModes = ['original', 'own_audio', 'voice_clone', 'tts'] as const;

const audioRules: FieldRules = {
  by: 'audio_mode',
  byDefault: 'original',
  fields: {
    audio_key: { onlyFor: ['own_audio'], isRequired: true },
    voice_sample_key: { onlyFor: ['voice_clone'], isRequired: true },
    script: { onlyFor: ['voice_clone', 'tts'], isRequired: true },
    voice_id: { onlyFor: ['tts'], isRequired: true },
    language: { onlyFor: ['tts'], isRequired: false },
  },
};

const advanceStages = ['swap', 'motion'] as const;

const advanceRules: FieldRules = {
  by: 'stage',
  fields: {
    prompt: { onlyFor: ['swap'], isRequired: false },
    aspect_ratio: { onlyFor: ['swap'], isRequired: false },
    resolution: { onlyFor: ['swap'], isRequired: false },
    character_key: { onlyFor: ['swap'], isRequired: false },
    keep_original_sound: { onlyFor: ['motion'], isRequired: false },
  },
};

/** Instruction of an identity swap without a prompt. */
export const defaultIdentityPrompt =
  'Put the character in the place of the person: same motion, same scene, same light.';

const aspectRatio = z
  .enum(['16:9', '9:16', '1:1', '4:3', '4:5'])
  .meta({ description: "Absent: the driving video's ratio." });
const resolution = z.enum(['1k', '2k']).meta({
  description: 'Longer side of the frames: 1280 or 1920 pixels at most; nothing is scaled up.',
});
const keepOriginalSound = z.boolean().meta({
  description:
    'Keep the sound of the driving video. Says nothing in another `audio_mode` than `original`.',
});

/** Puts a character into the scene and motion of a video. */
export const submitIdentitySwap = operation({
  ...createSubmit('identity_swap'),
  summary: 'Place a character into a video',
  description:
    '`express` gives the final video in one call; `advanced` stops at the extracted frame and at the ' +
    'swapped still, to be advanced. Every `audio_mode` but `original` syncs the lips to the chosen ' +
    'audio. Billed per second of output.',
  body: jsonBody(
    z
      .strictObject({
        video_key: fileKey('videos', 'Driving video: scene and motion.'),
        character_key: fileKey('images', 'The character.'),
        mode: z.enum(['express', 'advanced']).default('express'),
        prompt: prompt.optional().meta({ description: `Absent: "${defaultIdentityPrompt}"` }),
        aspect_ratio: aspectRatio.optional(),
        resolution: resolution.default('1k'),
        keep_original_sound: keepOriginalSound.default(true),
        audio_mode: z.enum(audioModes).default('original'),
        audio_key: fileKey('audio', 'Track for `own_audio`.').optional(),
        voice_sample_key: fileKey('audio', 'Voice for `voice_clone`.').optional(),
        script: text(
          limits.textToSpeechScriptChars,
          'Text for `voice_clone` and `tts`.',
        ).optional(),
        voice_id: voiceId.optional(),
        language: language.optional(),
        callback_url: callbackUrl.optional(),
      })
      .superRefine(checkFieldRules(audioRules))
      .meta({
        id: 'IdentitySwapRequest',
        allOf: fieldRulesToJsonSchema(audioRules, audioModes),
      }),
    { rules: audioRules },
  ),
  example: {
    body: {
      video_key: exampleFileKeys.videos,
      character_key: exampleFileKeys.images,
      mode: 'advanced',
      audio_mode: 'own_audio',
      audio_key: exampleFileKeys.audio,
    },
    reply: submittedExample,
  },
});

/** Advances an identity swap in advanced mode to its next stage. */
export const advanceIdentitySwap = operation({
  method: 'POST',
  path: '/identity-swap/{id}/advance',
  access: 'jobs:write',
  tag: 'Capabilities',
  summary: 'Advance an identity swap',
  isIdempotent: true,
  description:
    '`swap` after `frame_ready`, `motion` after `swap_ready`; at any other time 400 `invalid_input`. ' +
    `Costs nothing extra. A job that waits for ${limits.identitySwapWaitHours} hours fails with ` +
    '`render_timeout`, and nothing is charged. A repeated `Idempotency-Key` takes no second step: the job is answered as it is.',
  params: z.strictObject({
    id: z.string().max(128).meta({ description: 'Id of the job.' }),
  }),
  body: jsonBody(
    z
      .strictObject({
        stage: z.enum(advanceStages),
        prompt: prompt.optional(),
        aspect_ratio: aspectRatio.optional(),
        resolution: resolution.optional(),
        character_key: fileKey('images', 'Replaces the character.').optional(),
        keep_original_sound: keepOriginalSound.optional(),
      })
      .superRefine(checkFieldRules(advanceRules))
      .meta({
        id: 'AdvanceIdentitySwapRequest',
        allOf: fieldRulesToJsonSchema(advanceRules, advanceStages),
      }),
    { rules: advanceRules },
  ),
  result: jobResult,
  errors: ['not_found'],
  example: {
    params: { id: exampleJobParams.job_id },
    body: { stage: 'swap', prompt: 'The character stands in the doorway.', resolution: '2k' },
    reply: {
      id: exampleJobParams.job_id,
      status: 'processing',
      output_url: null,
      credits_charged: 0,
      error: null,
      notes: [],
      stage: 'placing_character',
      preview_url: 'https://host/files/previews/0197a3c1.png?expires=1790000000&signature=7d05',
    },
  },
});
