import * as z from 'zod';
import { limits } from './api/limits.ts';

/** Maximum length of an image of a preview, as base64. */
const maxPictureChars = 1_500_000;
/** Maximum images of a request, and so of a preview. */
export const maxPreviewImages = limits.reimagineImages.max;

/** Text instruction for images, for a preview on a small copy. */
export const previewWordsSchema = z.strictObject({
  /** Without an instruction nothing is changed: the files are only read ahead. */
  prompt: z.string().max(limits.promptChars),
  /** Content to be avoided. */
  negative: z.string().max(limits.promptChars),
  isVideo: z.boolean(),
});

/** See {@link previewWordsSchema}. */
export type PreviewWords = z.output<typeof previewWordsSchema>;

/** Small copy of the first image or of a video frame, before and after the change: WebP, base64. */
export const changePreviewSchema = z.object({
  before: z.string().max(maxPictureChars),
  /** Null where nothing is changed. */
  after: z.string().max(maxPictureChars).nullable(),
});

/** See {@link changePreviewSchema}. */
export type ChangePreview = z.output<typeof changePreviewSchema>;
