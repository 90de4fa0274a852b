import * as z from 'zod';
import { timestamp } from '../fields.ts';

/** Longest time until a completion is answered, in milliseconds: it waits for its turn, and the whole file is read and judged. */
export const DIRECT_COMPLETION_MS = 290_000;

/** Upload URLs for the parts of a file. */
export const directUploadSchema = z
  .object({
    upload_id: z.string(),
    part_size_bytes: z
      .int()
      .meta({ description: 'Size of every part but the last, which has the rest.' }),
    part_urls: z.array(z.string().meta({ format: 'uri' })).meta({
      description:
        'Address of each part in its order, for one PUT without the API key. The `ETag` of its reply belongs to the completion.',
    }),
    expires_at: timestamp,
  })
  .meta({ id: 'DirectUpload' });

/** See {@link directUploadSchema}. */
export type DirectUpload = z.output<typeof directUploadSchema>;
