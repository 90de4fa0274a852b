import { AppError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import type { JobQueueState } from '../../contract/ipc/queue.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { JobAdmission } from './job-admission.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobEntry, JobStore } from './job-store.ts';
import type { EndAction } from './when-done.ts';

/** Dependencies of the calls. */
export interface QueueCallsOptions {
  readonly store: Pick<JobStore, 'list'>;
  readonly queue: JobQueue;
  readonly endAction: EndAction;
  readonly admission: Pick<JobAdmission, 'retry'>;
  readonly describe: () => JobQueueState;
  readonly change: (id: string, patch: Partial<JobEntry>) => void;
  /** Shows a message of the desktop, unless the window is in front. */
  readonly announce: (title: string, text: string) => void;
}

/** Calls about the job queue. */
export function createQueueCalls(options: QueueCallsOptions): AreaHandlers<'queue'> {
  const { store, queue, endAction, admission, describe, change, announce } = options;
  const listShown = (): readonly JobEntry[] => store.list().filter(({ isCleared }) => !isCleared);
  const retries = new SerialQueue();
  /** Throws the last refusal, after the others were begun. */
  const retry = async (id: string | null): Promise<{ readonly count: number }> => {
    const failed = listShown().filter(
      (entry) => entry.state === 'failed' && (id === null || entry.id === id),
    );
    let refusal: AppError | null = null;
    // The oldest first, as they were asked for.
    for (const entry of failed.toReversed()) {
      try {
        await admission.retry(entry.id, entry.profileId);
      } catch (error) {
        if (!(error instanceof AppError)) {
          throw error;
        }
        refusal = error;
      }
    }
    if (refusal !== null) {
      throw refusal;
    }
    return { count: failed.length };
  };
  return {
    'queue.read': async () => describe(),
    'queue.pause': async ({ isPaused }) => {
      queue.pause(isPaused);
      return null;
    },
    'queue.move': async ({ ids, beforeId }) => {
      queue.move(ids, beforeId);
      return null;
    },
    'queue.run_now': async ({ id }) => {
      queue.runNow(id);
      return null;
    },
    // A second press must not find jobs that the first one is about to replace: they are paid for.
    'queue.retry': ({ id }) => retries.run(() => retry(id)),
    'queue.clear_finished': async () => {
      for (const { id, state } of listShown()) {
        if (isTerminalState(state)) {
          change(id, { isCleared: true });
        }
      }
      return null;
    },
    'queue.set_when_done': async ({ action }) => {
      endAction.set(action);
      return null;
    },
    'queue.announce': async ({ title, text }) => {
      announce(title, text);
      return null;
    },
  };
}
