import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, fromWireError } from '../../base/errors.ts';
import { pickEnv } from '../jobs/worker.ts';
import { type RvcAnswer, rvcAnswerSchema, type RvcTask } from './rvc-messages.ts';

/** Loading large models on every provider there is, and a few runs on a slow processor. */
const LIMIT_MS = 300_000;

/**
 * Lets a process of its own do a task: models and drivers may crash. Throws what the task throws, and
 * `processing_failed` when the process ends or takes too long, `cancelled` when `signal` fires.
 */
export async function runRvcTask(
  task: RvcTask,
  signal: AbortSignal,
): Promise<Exclude<RvcAnswer, { type: 'failed' }>> {
  signal.throwIfAborted();
  const child = fork(fileURLToPath(new URL('./rvc-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...pickEnv(), ELECTRON_RUN_AS_NODE: '1' },
  });
  const reply = Promise.withResolvers<unknown>();
  const fail = (text: string, cause?: unknown): void =>
    reply.reject(new AppError('processing_failed', text, { cause }));
  const late = setTimeout(() => fail('The voice did not run within 5 minutes.'), LIMIT_MS);
  const stop = (): void => reply.reject(new AppError('cancelled', 'The service is stopping.'));
  signal.addEventListener('abort', stop, { once: true });
  child.once('message', reply.resolve);
  child.once('error', (cause) => fail('The voice could not be run.', cause));
  child.once('exit', () => fail('The process that ran the voice ended.'));
  child.send(task, () => undefined);
  try {
    const answer = rvcAnswerSchema.parse(await reply.promise);
    if (answer.type === 'failed') {
      throw fromWireError(answer.error);
    }
    return answer;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
