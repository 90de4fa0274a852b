import * as z from 'zod';
import { jobFeatureNames } from '../../contract/api/features.ts';
import { jobOptionsSchema } from '../../contract/ipc/jobs.ts';
import { watchActions } from '../../contract/ipc/watch.ts';

const setupSchema = z.object({
  feature: z.enum(jobFeatureNames),
  /** Field of the request that takes the new file. */
  field: z.string().max(64),
  options: jobOptionsSchema,
  /** The files of the other fields, as they were agreed to. */
  inputs: z.array(
    z.object({ field: z.string(), path: z.string().max(4096), sha256: z.hash('sha256') }),
  ),
  /** Service that was in use. */
  profileId: z.string().max(64),
});

/** Setup of the jobs for new files. */
export type WatchSetup = z.output<typeof setupSchema>;

/** User's settings of the watched folder. */
export const watchFileSchema = z.object({
  isOn: z.boolean().default(false),
  folder: z.string().max(4096).nullable().default(null),
  action: z.enum(watchActions).default('draft'),
  setup: setupSchema.nullable().catch(null).default(null),
});

/** A file of the folder that is known: by its path, and by its content once that was read. */
export const watchedSchema = z.object({
  /** Its full path. */
  id: z.string().max(4096),
  sizeBytes: z.number(),
  mtimeMs: z.number(),
  sha256: z.hash('sha256').nullable(),
  /** `before`: it was there when watching began; `begun`: it is being added, and the outcome is not recorded yet. */
  state: z.enum(['before', 'begun', 'taken', 'left']),
  atMs: z.number(),
});

/** See {@link watchedSchema}. */
export type Watched = z.output<typeof watchedSchema>;
