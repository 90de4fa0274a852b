import * as z from 'zod';
import { jobFeatureNames } from '../api/features.ts';
import { wireErrorSchema } from '../wire-error.ts';
import { chosenFileSchema } from './files.ts';
import { jobOptionsSchema } from './jobs.ts';

/** Actions for a new file: put it into the form of a job, or create a job from it. */
export const watchActions = ['draft', 'jobs'] as const;

/** One of {@link watchActions}. */
export type WatchAction = (typeof watchActions)[number];

/** Most files that wait for the form. */
export const maxWatched = 200;

/** State of the watched folder. */
export const watchStateSchema = z.object({
  isOn: z.boolean(),
  /** Full path; null until one was chosen. */
  folder: z.string().nullable(),
  /** True when the folder can be read. */
  isThere: z.boolean(),
  action: z.enum(watchActions),
  /** Setup of the created jobs; null until a form was set up for it. */
  setup: z.object({ feature: z.enum(jobFeatureNames), names: z.array(z.string()) }).nullable(),
  /** Files that became jobs or went into the form, over all runs. */
  taken: z.int(),
  /** Files that wait for the form. */
  waiting: z.int(),
  /**
   * Reason why files wait although jobs are to be created: they would cost money, another service is in use, that
   * service does not offer the feature, or the setup is incomplete (a file of it is gone or was replaced, or a consent
   * is missing).
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
  /** Asks for the folder. Rejects with `invalid_input` for a folder that receives results. */
  'watch.choose_folder': { input: nothing, ...answer },
  /**
   * Turns the watch on or off. Files that exist at that moment are ignored. Rejects with `invalid_input` while
   * there is no folder.
   */
  'watch.turn': { input: z.strictObject({ isOn: z.boolean() }), ...answer },
  'watch.set_action': { input: z.strictObject({ action: z.enum(watchActions) }), ...answer },
  /**
   * Creates jobs from new files, each in `field`, with the other values of a form as they are now, at the
   * service in use. Rejects with `invalid_input` when the service would refuse that, and when a new file would
   * need somebody's consent.
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
  /** Returns the files that wait for the form; each is returned once. */
  'watch.take': {
    input: nothing,
    output: z.object({ files: z.array(chosenFileSchema).max(maxWatched) }),
  },
} as const;

/** Events about the watched folder. */
export const watchEvents = { 'watch.changed': watchStateSchema } as const;
