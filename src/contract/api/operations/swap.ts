import * as z from 'zod';
import {
  callbackUrl,
  exampleFileKeys,
  fileKey,
  outputResolutionP,
  createIntegerField,
} from '../fields.ts';
import { jsonBody, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import { createSubmit, submittedExample } from './submit.ts';

/** Puts a face into a video. */
export const submitFaceSwap = operation({
  ...createSubmit('face_swap'),
  summary: 'Swap a face in a video',
  description: 'Billed per second of output.',
  body: jsonBody(
    z
      .strictObject({
        video_key: fileKey('videos', 'Source video.'),
        face_key: fileKey('images', 'Image of the face.'),
        max_duration_sec: createIntegerField(
          limits.faceSwapDurationSec,
          'Caps the processed length.',
        ).optional(),
        output_resolution_p: outputResolutionP.optional(),
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'FaceSwapRequest' }),
  ),
  example: {
    body: {
      video_key: exampleFileKeys.videos,
      face_key: exampleFileKeys.images,
      max_duration_sec: 20,
      output_resolution_p: 720,
    },
    reply: submittedExample,
  },
});

/** Swaps a face or head in an image. */
export const submitFaceSwapImage = operation({
  ...createSubmit('face_swap_image'),
  summary: 'Swap a head in an image',
  description: 'A full head swap: face, hair and silhouette. Billed per call.',
  body: jsonBody(
    z
      .strictObject({
        image_key: fileKey('images', 'Source image.'),
        face_key: fileKey('images', 'Image of the face.'),
        callback_url: callbackUrl.optional(),
      })
      .meta({ id: 'FaceSwapImageRequest' }),
  ),
  example: {
    body: { image_key: exampleFileKeys.images, face_key: exampleFileKeys.images },
    reply: submittedExample,
  },
});
