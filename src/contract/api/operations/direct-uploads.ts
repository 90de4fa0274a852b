import * as z from 'zod';
import { exampleFileKeys, createIntegerField } from '../fields.ts';
import { json, jsonBody, operation } from '../kit.ts';
import { BYTES_PER_MB, limits } from '../limits.ts';
import { directUploadSchema } from '../resources/direct-upload.ts';
import { uploadSchema } from '../resources/upload.ts';

const exampleId = '0197a3c2-1b52-7f96-8d72-6a91ce85fa24';

/** Starts an upload that goes to the bucket of the service. */
export const beginDirectUpload = operation({
  method: 'POST',
  path: '/uploads/direct',
  access: 'jobs:write',
  tag: 'Uploads',
  summary: 'Begin a direct upload',
  description:
    'For large files, where `GET /account` has `direct_uploads_from_mb`: the parts go to the bucket of the ' +
    'service, several at once, and one that breaks off is sent again alone. Elsewhere ' +
    '`capability_unavailable`: send the file to `POST /uploads`, which always works.',
  body: jsonBody(
    z
      .strictObject({
        size_bytes: createIntegerField(
          { min: 1, max: limits.videoUploadMb * BYTES_PER_MB },
          'Size of the whole file.',
        ),
      })
      .meta({ id: 'DirectUploadRequest' }),
  ),
  result: json(directUploadSchema),
  errors: ['capability_unavailable', 'input_too_large', 'at_capacity'],
  example: {
    body: { size_bytes: 20_000_000 },
    reply: {
      upload_id: exampleId,
      part_size_bytes: 8_388_608,
      part_urls: [1, 2, 3].map(
        (number) => `https://bucket.example/incoming/${exampleId}?partNumber=${number}`,
      ),
      expires_at: '2026-01-31T15:30:00.000Z',
    },
  },
});

/** Makes a file of the parts. */
export const completeDirectUpload = operation({
  method: 'POST',
  path: '/uploads/direct/{upload_id}/complete',
  access: 'jobs:write',
  tag: 'Uploads',
  summary: 'Complete a direct upload',
  description:
    'Judges what was sent as `POST /uploads` does, which takes some seconds for a large file. A repeated call answers the same. ' +
    'What is not completed until `expires_at` is removed.',
  params: z.strictObject({
    upload_id: z.string().max(128).meta({ description: 'Id of the upload.' }),
  }),
  body: jsonBody(
    z
      .strictObject({
        etags: z
          .array(z.string().min(1).max(256))
          .min(1)
          .max(1000)
          .meta({ description: '`ETag` of the reply to each part, in their order.' }),
        content_type: z
          .string()
          .max(256)
          .optional()
          .meta({ description: 'As that of the part `file` of an upload.' }),
        name: z.string().max(1024).optional().meta({ description: 'Name of the file.' }),
      })
      .meta({ id: 'DirectUploadCompletion' }),
  ),
  result: json(uploadSchema),
  errors: [
    'capability_unavailable',
    'not_found',
    'unsupported_format',
    'input_too_large',
    'at_capacity',
  ],
  example: {
    params: { upload_id: exampleId },
    body: {
      etags: ['"9b2cf535f27731c974343645a3985328"', '"d1f5e1"', '"0cc175"'],
      content_type: 'video/mp4',
    },
    reply: {
      file_key: exampleFileKeys.videos,
      url: `https://host/files/${exampleFileKeys.videos}?expires=1790000000&signature=9c2f`,
    },
  },
});
