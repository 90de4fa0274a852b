import * as z from 'zod';
import { chunkSchema } from './chunks.ts';
import type { CallShape } from './kit.ts';

/** The user's own cover card. Addresses are relative to the page, and another one after each change. */
export const coverViewSchema = z.object({
  /** Null for the card that comes with the app. */
  cardUrl: z.string().nullable(),
  /** URL of the image that the card was drawn from, without its text; null for none. */
  pictureUrl: z.string().nullable(),
});

/** See {@link coverViewSchema}. */
export type CoverView = z.output<typeof coverViewSchema>;

const nothing = z.strictObject({});
const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;
const jpegSchema = chunkSchema.refine(isJpeg, 'Only JPEG.');

/** Calls about what covers look like: in the page, from the service of this computer, and on its cameras. */
export const coverCalls = {
  'cover.read': { input: nothing, output: coverViewSchema },
  /** Stores a rendered card and, if any, the image it was drawn from. */
  'cover.keep': {
    input: z.strictObject({ card: jpegSchema, picture: jpegSchema.nullable() }),
    output: coverViewSchema,
  },
  /** Restores the app's default card. */
  'cover.reset': { input: nothing, output: coverViewSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
