import * as z from 'zod';
import { chunkSchema } from './chunks.ts';
import type { CallShape } from './kit.ts';

/** Largest small picture of a character, in bytes. */
export const maxCharacterPictureBytes = 65_536;

/** Someone the streamer can be: a picture that main keeps. */
export const characterSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The whole picture, relative to the page. */
  url: z.string(),
  /** A small JPEG of it; null until the page drew one. */
  pictureUrl: z.string().nullable(),
  /** Whether it comes with the app: a drawing of nobody, which needs no consent and stays. */
  isBuiltIn: z.boolean(),
});

/** See {@link characterSchema}. */
export type SavedCharacter = z.output<typeof characterSchema>;

const characterId = z.string().max(64);
const nothing = z.strictObject({});
const done = z.null();

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

/** Calls about the gallery of characters. */
export const characterCalls = {
  /** Newest first. */
  'characters.list': { input: nothing, output: z.array(characterSchema) },
  /** Keeps a copy of a chosen picture, for which the user said that the person agrees. */
  'characters.add': {
    input: z.strictObject({ fileId: z.string().max(64) }),
    output: characterSchema,
  },
  /** Keeps a picture that the camera took, for which the user said that the person agrees. */
  'characters.take': {
    input: z.strictObject({
      bytes: chunkSchema.refine(isJpeg, 'Only JPEG.'),
      name: z.string().trim().min(1).max(80),
      hasConsent: z.literal(true),
    }),
    output: characterSchema,
  },
  'characters.remove': { input: z.strictObject({ id: characterId }), output: done },
  'characters.keep_picture': {
    input: z.strictObject({
      id: characterId,
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.byteLength <= maxCharacterPictureBytes, 'At most 65,536 bytes.')
        .refine(isJpeg, 'Only JPEG.'),
    }),
    output: characterSchema,
  },
} as const satisfies Readonly<Record<string, CallShape>>;
