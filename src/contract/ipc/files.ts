import * as z from 'zod';
import { changePreviewSchema, maxPreviewImages, previewWordsSchema } from '../change-preview.ts';
import { inspectionAimSchema, inspectionSchema } from '../inspection.ts';
import { placedJointsText } from '../placed-joints.ts';

/** Kind of a file by its content. */
export const mediaKindSchema = z.enum(['image', 'audio', 'video']);

/** See {@link mediaKindSchema}. */
export type MediaKind = z.output<typeof mediaKindSchema>;

/** A file the user chose or dropped. Its path stays in main. */
export const chosenFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: mediaKindSchema,
  sizeBytes: z.number(),
  /** URL of the file, relative to the page. */
  url: z.string(),
  /** True when the user confirmed, in this or an earlier run, the consent of the person in the file. */
  hasConsent: z.boolean(),
});

/** See {@link chosenFileSchema}. */
export type ChosenFile = z.output<typeof chosenFileSchema>;

/** Calls of the preload script only: the path comes from the browser, not from the page. */
export const fileIntake = {
  calls: {
    add: { input: z.strictObject({ path: z.string().min(1).max(4096) }), output: chosenFileSchema },
  },
  events: {},
} as const;

const fileId = z.string().max(64);

/** Calls about files the user chose; they come in through the preload script, never as a path. */
export const fileCalls = {
  /**
   * Stores the user's confirmation of the person's consent for this file; also applies to identical files
   * later.
   */
  'files.agree': { input: z.strictObject({ id: fileId }), output: chosenFileSchema },
  /**
   * Validates the file with the service of this computer; rejects with its fault. Without effect for a remote
   * service, to which files are sent only with a job.
   */
  'files.check': {
    input: z.strictObject({ id: fileId }),
    output: z.object({ isChecked: z.boolean() }),
  },
  /** The result of a job as a file the user chose. Rejects with `not_found` where it has none. */
  'files.use_result': {
    input: z.strictObject({ jobId: z.string().max(64) }),
    output: chosenFileSchema,
  },
  /**
   * Inspects a file for faces or a voice on this computer, whichever service is in use. Rejects with the file's
   * fault, or with `service_unreachable` or `processing_failed` when the inspection is impossible.
   */
  'files.inspect': {
    input: z.strictObject({
      id: fileId,
      aim: inspectionAimSchema,
      /** Joints of the body that were set by hand. */
      joints: placedJointsText.exactOptional(),
    }),
    output: inspectionSchema,
  },
  /**
   * Previews a text instruction on small copies of files on this computer; rejects as `files.inspect`, and with
   * `face_not_detected`.
   */
  'files.preview': {
    input: z.strictObject({
      ids: z.array(fileId).min(1).max(maxPreviewImages),
      words: previewWordsSchema,
    }),
    output: changePreviewSchema,
  },
} as const;
