import * as z from 'zod';
import { jobFeatureNames } from '../api/features.ts';
import { wireErrorSchema } from '../wire-error.ts';
import { chosenFileSchema } from './files.ts';
import { jobOptionsSchema } from './jobs.ts';

/** What becomes of a new file: it goes into the form of a job, or a job is made of it. */
export const watchActions = ['draft', 'jobs'] as const;

/** One of {@link watchActions}. */
export type WatchAction = (typeof watchActions)[number];

/** Most files that wait for the form. */
export const maxWatched = 200;

/** How the watched folder stands. */
export const watchStateSchema = z.object({
  isOn: z.boolean(),
  /** Full path; null until one was chosen. */
  folder: z.string().nullable(),
  /** Whether the folder can be read. */
  isThere: z.boolean(),
  action: z.enum(watchActions),
  /** What jobs are made with; null until a form was set up for it. */
  setup: z.object({ feature: z.enum(jobFeatureNames), names: z.array(z.string()) }).nullable(),
  /** Files that became jobs or went into the form, over all runs. */
  taken: z.int(),
  /** Files that wait for the form. */
  waiting: z.int(),
  /**
   * Why files wait although jobs are to be made: they would cost, another service is in use, that service does not do
   * it, or the setup is not whole any more (a file of it is gone or another one, or a consent).
   */
  asks: z.enum(['costs', 'service', 'unavailable', 'setup']).nullable(),
  /** The file that was refused last; null while none was. */
  refused: z.object({ name: z.string(), error: wireErrorSchema }).nullable(),
});

/** See {@link watchStateSchema}. */
export type WatchState = z.output<typeof watchStateSchema>;

const nothing = z.strictObject({});
const answer = { output: watchStateSchema } as const;

/** Calls about the folder whose new files are taken in. */
export const watchCalls = {
  'watch.read': { input: nothing, ...answer },
  /** Asks for the folder. Rejects with `invalid_input` for one that results are written to. */
  'watch.choose_folder': { input: nothing, ...answer },
  /** What lies there at that moment is left alone. Rejects with `invalid_input` while there is no folder. */
  'watch.turn': { input: z.strictObject({ isOn: z.boolean() }), ...answer },
  'watch.set_action': { input: z.strictObject({ action: z.enum(watchActions) }), ...answer },
  /**
   * Has jobs made of new files, each in `field`, with the rest of a form as it is now, at the service in use. Rejects
   * with `invalid_input` for what that would refuse, and where a new file would need the consent of somebody.
   */
  'watch.set_up': {
    input: z.strictObject({
      feature: z.enum(jobFeatureNames),
      field: z.string().max(64),
      options: jobOptionsSchema,
      inputs: z
        .array(z.strictObject({ field: z.string().max(64), fileId: z.string().max(64) }))
        .max(50),
    }),
    ...answer,
  },
  /** Hands over the files that wait for the form; each is given once. */
  'watch.take': {
    input: nothing,
    output: z.object({ files: z.array(chosenFileSchema).max(maxWatched) }),
  },
} as const;

/** Events about the watched folder. */
export const watchEvents = { 'watch.changed': watchStateSchema } as const;
