import * as z from 'zod';
import { exampleFileKeys } from '../fields.ts';
import { json, operation } from '../kit.ts';
import { uploadSchema } from '../resources/upload.ts';

/** Uploads a file. */
export const uploadFile = operation({
  method: 'POST',
  path: '/uploads',
  access: 'jobs:write',
  tag: 'Uploads',
  summary: 'Upload a file',
  description:
    'One part named `file`: JPEG, PNG, WebP or HEIC; WAV, MP3, M4A/AAC, OGG/Opus, FLAC or WebM; MP4, MOV, ' +
    'WebM or MKV. The content decides; a declared type that it contradicts is `unsupported_format`. No ' +
    'type, `text/plain` and `application/octet-stream` declare nothing. The part needs no file name. ' +
    'Images and audio up to 45 MB, video up to 500 MB.',
  body: { kind: 'multipart' },
  result: json(uploadSchema),
  errors: ['unsupported_format', 'input_too_large', 'at_capacity'],
  example: {
    reply: {
      file_key: exampleFileKeys.images,
      url: `https://host/files/${exampleFileKeys.images}?expires=1790000000&signature=9c2f`,
    },
  },
});

/** Removes an upload. */
export const deleteUpload = operation({
  method: 'DELETE',
  path: '/uploads/{file_key}',
  access: 'jobs:write',
  tag: 'Uploads',
  summary: 'Delete an upload',
  description:
    'The slashes of the key may be sent as they are or as `%2F`. The bytes go with the last upload that ' +
    'has the same ones. An upload that an unfinished job reads gets 400 `invalid_input`: cancel or delete ' +
    'the job first. A second call gets 404.',
  params: z.strictObject({
    file_key: z.string().max(256).meta({ description: 'Key of an upload of the caller.' }),
  }),
  result: { kind: 'none' },
  errors: ['not_found'],
  example: { params: { file_key: exampleFileKeys.images } },
});
