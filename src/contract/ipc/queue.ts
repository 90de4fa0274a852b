import * as z from 'zod';
import { wireErrorSchema } from '../wire-error.ts';

/** What the app does once nothing is left to do. */
export const whenDoneActions = ['nothing', 'quit', 'sleep'] as const;

/** See {@link whenDoneActions}. */
export type WhenDone = (typeof whenDoneActions)[number];

/** The line of jobs that wait in this app: a service gets as many at once as it works on, the next ones wait here. */
export const jobQueueSchema = z.object({
  /** Nothing new is sent; what is under way goes on. */
  isPaused: z.boolean(),
  /** Ids of the jobs that wait, the next one first. */
  order: z.array(z.string()),
  /** Jobs that a service works on at once, by id of its profile, as far as it was asked. */
  slots: z.record(z.string(), z.number()),
  /** Services that take nothing at the moment, why, and when they are asked again. */
  holds: z.array(
    z.object({ profileId: z.string(), error: wireErrorSchema, untilMs: z.number().nullable() }),
  ),
  whenDone: z.enum(whenDoneActions),
  /** Whether this computer can be put to sleep from here. */
  canSleep: z.boolean(),
  /** When the app ends or the computer sleeps, because all is done; null while it does not. */
  endsAtMs: z.number().nullable(),
});

/** See {@link jobQueueSchema}. */
export type JobQueueState = z.output<typeof jobQueueSchema>;

const jobId = z.string().max(64);
const nothing = z.strictObject({});
const done = z.null();

/** Calls about the line of jobs. Those that name a job throw `not_found` when it does not wait any more. */
export const queueCalls = {
  'queue.read': { input: nothing, output: jobQueueSchema },
  'queue.pause': { input: z.strictObject({ isPaused: z.boolean() }), output: done },
  /** Puts jobs, in this order, before another one; at the end with null. */
  'queue.move': {
    input: z.strictObject({ ids: z.array(jobId).min(1).max(500), beforeId: jobId.nullable() }),
    output: done,
  },
  /** Puts a job first; it is sent at once where its service has room, also while the queue is paused. */
  'queue.run_now': { input: z.strictObject({ id: jobId }), output: done },
  /**
   * Begins a failed job of the queue's view anew at its own service, or with null all of them; those before are cleared.
   * What cannot begin stays as it is; fails when none could.
   */
  'queue.retry': {
    input: z.strictObject({ id: jobId.nullable() }),
    output: z.object({ count: z.int() }),
  },
  /** Takes what is over out of the view; nothing is deleted, nothing that runs or waits is touched. */
  'queue.clear_finished': { input: nothing, output: done },
  /** What happens once, when nothing is left to do. Asked for again after every start. */
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
