import { dirname } from 'node:path';
import { fromWireError } from '../../../base/errors.ts';
import { askProcess } from '../../process/ask-host.ts';
import type { RvcFiles } from '../../../engine/packs/voice-files/rvc-files.ts';
import { type RvcAnswer, rvcAnswerSchema, type RvcTask } from './rvc-messages.ts';

/** Loading large models on every provider there is, and a few runs on a slow processor. */
const LIMIT_MS = 300_000;

/** Lets a process of its own do a task. Throws what the task throws, and what `askProcess` throws. */
export function runRvcTask(
  task: RvcTask,
  signal: AbortSignal,
): Promise<Exclude<RvcAnswer, { type: 'failed' }>> {
  return askProcess({
    program: new URL('./rvc-entry.ts', import.meta.url),
    question: task,
    grants: {
      readable: listFiles(task.files),
      writable: task.type === 'sample' ? [dirname(task.path)] : [],
      hasGpu: true,
    },
    messages: rvcAnswerSchema,
    read: (answer) => {
      if (answer.type === 'failed') {
        throw fromWireError(answer.error);
      }
      return answer;
    },
    silence: { ms: LIMIT_MS, text: 'The voice did not run within 5 minutes.' },
    endedText: 'The process that ran the voice ended.',
    signal,
  });
}

/** Paths of the models of a set. */
export function listFiles({ generator, encoder, estimator }: RvcFiles): string[] {
  return [generator, encoder, estimator].flatMap((file) => file?.path ?? []);
}
