import * as z from 'zod';

/** The file of the folder that the user chose; null for the app's own. */
export const capturesFileSchema = z.object({
  folder: z.string().nullable().default(null),
  /** Unfinished recordings; those of a crashed run are finished at the next start. */
  open: z.array(z.string().max(4096)).max(100).default([]),
  /** Persons by file, see `captured-persons.ts`. */
  captured: z
    .array(z.object({ path: z.string().max(4096), sha256s: z.array(z.hash('sha256')) }))
    .default([]),
});
