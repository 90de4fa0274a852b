import { exampleFileKeys } from '../fields.ts';
import { json, operation } from '../kit.ts';
import { uploadSchema } from '../resources/upload.ts';

/** Takes a file in. */
export const uploadFile = operation({
  method: 'POST',
  path: '/uploads',
  access: 'jobs:write',
  tag: 'Uploads',
  summary: 'Upload a file',
  description:
    'One part named `file`: JPEG, PNG, WebP or HEIC; WAV, MP3, M4A/AAC, OGG/Opus or FLAC; MP4, MOV, ' +
    'WebM or MKV. The content decides; a declared type that it contradicts is `unsupported_format`. ' +
    'Images and audio up to 45 MB, video up to 500 MB.',
  body: { kind: 'multipart' },
  result: json(uploadSchema),
  errors: ['unsupported_format', 'input_too_large'],
  example: {
    reply: {
      file_key: exampleFileKeys.images,
      url: `https://host/files/${exampleFileKeys.images}?expires=1790000000&signature=9c2f`,
    },
  },
});
