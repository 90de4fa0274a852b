import * as z from 'zod';
import {
  callbackUrl,
  exampleFileKeys,
  fileKey,
  negativePrompt,
  outputResolutionP,
  prompt,
  createIntegerField,
} from '../fields.ts';
import { jsonBody, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import { createSubmit, submittedExample } from './submit.ts';

/** Makes a new image from one to four images. */
export const submitReimagineImage = operation({
  ...createSubmit('reimagine_image'),
  summary: 'Edit images by a prompt',
  description: 'Billed per call.',
  body: jsonBody(
    z
      .strictObject({
        image_keys: z
          .array(fileKey('images', 'Source image.'))
          .min(limits.reimagineImages.min)
          .max(limits.reimagineImages.max),
        prompt,
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'ReimagineImageRequest' }),
  ),
  example: {
    body: { image_keys: [exampleFileKeys.images], prompt: 'The same room at night.' },
    reply: submittedExample,
  },
});

/** Changes a video. */
export const submitReimagineVideo = operation({
  ...createSubmit('reimagine_video'),
  summary: 'Edit a video by a prompt',
  description: 'Billed per second of output.',
  body: jsonBody(
    z
      .strictObject({
        video_key: fileKey('videos', 'Source video.'),
        prompt: prompt.meta({ description: 'What to change.' }),
        negative_prompt: negativePrompt.optional(),
        max_duration_sec: createIntegerField(
          limits.reimagineVideoDurationSec,
          'Caps the processed length.',
        ).optional(),
        output_resolution_p: outputResolutionP.optional(),
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'ReimagineVideoRequest' }),
  ),
  example: {
    body: { video_key: exampleFileKeys.videos, prompt: 'Snow falls.', max_duration_sec: 10 },
    reply: submittedExample,
  },
});
