import * as z from 'zod';
import { checkFieldRules, type FieldRules } from '../../../src/contract/api/field-rules.ts';
import {
  callbackUrl,
  fileKey,
  language,
  outputResolutionP,
  text,
  voiceId,
  createIntegerField,
} from '../../../src/contract/api/fields.ts';
import { jsonBody } from '../../../src/contract/api/kit.ts';
import { operations as real } from '../../../src/contract/api/operations.ts';

/** Uploaded audio needs a file, spoken audio a script and a voice. */
const rules: FieldRules = {
  by: 'sound',
  byDefault: 'original',
  fields: {
    audio_key: { onlyFor: ['own'], isRequired: true },
    script: { onlyFor: ['spoken'], isRequired: true },
    voice_id: { onlyFor: ['spoken'], isRequired: true },
    language: { onlyFor: ['spoken'], isRequired: false },
  },
};

/** The request of an artificial capability with a field of every kind. */
export const toyBody = jsonBody(
  z
    .strictObject({
      image_keys: z.array(fileKey('images', 'Pictures.')).min(2).max(4),
      prompt: text(120, 'What to do.'),
      negative_prompt: text(120, 'What not to do.').optional(),
      direction: z.enum(['reference', 'picture', 'front', 'side', 'back', 'turn']).default('front'),
      aspect_ratio: z.enum(['16:9', '9:16', '1:1']).optional(),
      strength: z.number().min(0).max(1).multipleOf(0.05).default(0.5),
      seed: createIntegerField(
        { min: 0, max: 999_999 },
        'The same number gives the same result.',
      ).optional(),
      max_duration_sec: createIntegerField({ min: 3, max: 30 }, 'Length.').optional(),
      keep_grain: z.boolean().default(true),
      sound: z.enum(['original', 'own', 'spoken']).default('original'),
      audio_key: fileKey('audio', 'Own sound.').optional(),
      script: text(200, 'What is said.').optional(),
      voice_id: voiceId.optional(),
      language: language.optional(),
      output_resolution_p: outputResolutionP.optional(),
      callback_url: callbackUrl.optional(),
    })
    .superRefine(checkFieldRules(rules)),
  { rules },
);

/** The operations with the toy instead of one without a form. */
export const operations = {
  ...real,
  submitReimagineImage: { ...real.submitReimagineImage, body: toyBody },
};

export * from '../../../src/contract/api/operations.ts';
