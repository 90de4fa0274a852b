import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, fromWireError } from '../../base/errors.ts';
import {
  type MeasuredPacks,
  measureReplySchema,
  type PackSetup,
} from '../../contract/model-packs.ts';
import { pickEnv } from '../jobs/worker.ts';

/** Loading a large model on a slow disk, on every provider there is, and a few frames on the CPU. */
const LIMIT_MS = 300_000;

/**
 * Lets a process of its own measure how fast a choice is: models and drivers may crash. Throws `not_found` or
 * `unsupported_format` when a pack cannot be used, `processing_failed` when it cannot run or takes too long.
 */
export async function measureInProcess(setup: PackSetup): Promise<MeasuredPacks> {
  const child = fork(fileURLToPath(new URL('./measure-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...pickEnv(), ELECTRON_RUN_AS_NODE: '1' },
  });
  const reply = Promise.withResolvers<unknown>();
  const late = setTimeout(() => {
    reply.reject(new AppError('processing_failed', 'The models did not run within 5 minutes.'));
  }, LIMIT_MS);
  child.once('message', reply.resolve);
  child.once('error', (cause) => {
    reply.reject(new AppError('processing_failed', 'The models could not be run.', { cause }));
  });
  child.once('exit', () => {
    reply.reject(new AppError('processing_failed', 'The process that ran the models ended.'));
  });
  child.send(setup, () => undefined);
  try {
    const answer = measureReplySchema.parse(await reply.promise);
    if ('error' in answer) {
      throw fromWireError(answer.error);
    }
    return answer.measured;
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
  }
}
