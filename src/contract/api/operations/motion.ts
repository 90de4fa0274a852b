import * as z from 'zod';
import {
  callbackUrl,
  exampleFileKeys,
  fileKey,
  negativePrompt,
  prompt,
  createIntegerField,
} from '../fields.ts';
import { jsonBody, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import { createSubmit, submittedExample } from './submit.ts';

/** Animates a still by the motion of a video. */
export const submitMotionControl = operation({
  ...createSubmit('motion_control'),
  summary: 'Animate a character by a video',
  description:
    'Video: MP4 or MOV, 3 to 30 s. Image: JPG or PNG. Both up to 10 MB, at least 300 px on each ' +
    'side, aspect ratio between 1:2.5 and 2.5:1. Billed per second of output.',
  body: jsonBody(
    z
      .strictObject({
        image_key: fileKey('images', 'The character.'),
        video_key: fileKey('videos', 'Motion reference.'),
        character_orientation: z
          .enum(['video', 'image', 'front', 'side', 'back'])
          .default('video')
          .meta({ description: 'Which way the character faces; `video` follows the reference.' }),
        max_duration_sec: createIntegerField(
          limits.motionControlDurationSec,
          'Caps the processed length.',
        ).optional(),
        prompt: prompt.optional(),
        negative_prompt: negativePrompt.optional(),
        keep_original_sound: z
          .boolean()
          .default(false)
          .meta({ description: 'Keep the sound of the video.' }),
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'MotionControlRequest' }),
  ),
  example: {
    body: { image_key: exampleFileKeys.images, video_key: exampleFileKeys.videos },
    reply: submittedExample,
  },
});
