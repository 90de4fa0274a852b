import * as z from 'zod';
import { chunkSchema } from './chunks.ts';
import type { CallShape } from './kit.ts';

/** Maximum size of a character's thumbnail, in bytes. */
export const maxCharacterThumbnailBytes = 65_536;

/** A character whose image main stores. */
export const characterSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** URL of the full image, relative to the page. */
  url: z.string(),
  /** URL of a small JPEG; null until the page rendered one. */
  pictureUrl: z.string().nullable(),
  /**
   * True when the character ships with the app: a drawing of no real person, which needs no consent and cannot be
   * removed.
   */
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
  /** Stores a copy of a chosen image; the user has confirmed the person's consent. */
  'characters.add': {
    input: z.strictObject({ fileId: z.string().max(64) }),
    output: characterSchema,
  },
  /** Stores an image taken with the camera; the user has confirmed the person's consent. */
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
        .refine((bytes) => bytes.byteLength <= maxCharacterThumbnailBytes, 'At most 65,536 bytes.')
        .refine(isJpeg, 'Only JPEG.'),
    }),
    output: characterSchema,
  },
} as const satisfies Readonly<Record<string, CallShape>>;
