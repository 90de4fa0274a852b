import * as z from 'zod';
import { wireErrorSchema } from '../wire-error.ts';

/** Actions of the app when the queue is empty. */
export const whenDoneActions = ['nothing', 'quit', 'sleep'] as const;

/** See {@link whenDoneActions}. */
export type WhenDone = (typeof whenDoneActions)[number];

/**
 * Queue of the jobs that wait in this app: a service gets as many as it processes concurrently, the others wait
 * here.
 */
export const jobQueueSchema = z.object({
  /** True when no new jobs are sent; running ones continue. */
  isPaused: z.boolean(),
  /** Ids of the jobs that wait, the next one first. */
  order: z.array(z.string()),
  /** Concurrency limits of services, by profile id, as far as they are known. */
  slots: z.record(z.string(), z.number()),
  /** Services that take nothing at the moment, why, and when they are asked again. */
  holds: z.array(
    z.object({ profileId: z.string(), error: wireErrorSchema, untilMs: z.number().nullable() }),
  ),
  whenDone: z.enum(whenDoneActions),
  /** True when the app can put this computer to sleep. */
  canSleep: z.boolean(),
  /** Time at which the app quits or the computer sleeps because all jobs are done; null when neither is due. */
  endsAtMs: z.number().nullable(),
});

/** See {@link jobQueueSchema}. */
export type JobQueueState = z.output<typeof jobQueueSchema>;

const jobId = z.string().max(64);
const nothing = z.strictObject({});
const done = z.null();

/** Calls about the job queue. Those that name a job throw `not_found` when it no longer waits. */
export const queueCalls = {
  'queue.read': { input: nothing, output: jobQueueSchema },
  'queue.pause': { input: z.strictObject({ isPaused: z.boolean() }), output: done },
  /** Moves jobs, in this order, before another one; to the end with null. */
  'queue.move': {
    input: z.strictObject({ ids: z.array(jobId).min(1).max(500), beforeId: jobId.nullable() }),
    output: done,
  },
  /**
   * Moves a job to the front; it is sent as soon as its service has capacity, also while the queue is paused.
   */
  'queue.run_now': { input: z.strictObject({ id: jobId }), output: done },
  /**
   * Restarts a failed job of the queue at its own service, or all of them with null; the failed ones are
   * cleared. Jobs that cannot be restarted stay unchanged; rejects when none could be.
   */
  'queue.retry': {
    input: z.strictObject({ id: jobId.nullable() }),
    output: z.object({ count: z.int() }),
  },
  /** Removes finished jobs from the view; deletes nothing and leaves running and waiting jobs alone. */
  'queue.clear_finished': { input: nothing, output: done },
  /** Action to take once when the queue is empty. Not persisted: has to be set again after every start. */
  'queue.set_when_done': {
    input: z.strictObject({ action: z.enum(whenDoneActions) }),
    output: done,
  },
  /** Shows a message of the desktop, unless the window is in front. */
  'queue.announce': {
    input: z.strictObject({ title: z.string().max(200), text: z.string().max(400) }),
    output: done,
  },
} as const;

/** Events about the line of jobs. */
export const queueEvents = { 'queue.changed': jobQueueSchema } as const;
