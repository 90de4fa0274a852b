import * as z from 'zod';
import { limits } from './api/limits.ts';

/** Longest picture of a preview, as base64. */
const maxPictureChars = 1_500_000;
/** Most pictures of a request, and so of a preview. */
export const maxPreviewPictures = limits.reimagineImages.max;

/** What is asked of pictures in words, for a preview on a small copy. */
export const previewWordsSchema = z.strictObject({
  /** Nothing is changed where it asks for nothing: then the files are only read ahead. */
  prompt: z.string().max(limits.promptChars),
  /** What is to be avoided. */
  negative: z.string().max(limits.promptChars),
  isVideo: z.boolean(),
});

/** See {@link previewWordsSchema}. */
export type PreviewWords = z.output<typeof previewWordsSchema>;

/** A small copy of the first picture, or of a frame of the video, and what becomes of it: WebP, base64. */
export const changePreviewSchema = z.object({
  before: z.string().max(maxPictureChars),
  /** Null where nothing is changed. */
  after: z.string().max(maxPictureChars).nullable(),
});

/** See {@link changePreviewSchema}. */
export type ChangePreview = z.output<typeof changePreviewSchema>;
