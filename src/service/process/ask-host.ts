import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { pickEnv } from './pick-env.ts';
import { type ProcessGrants, startProcess } from '../sandbox/start-process.ts';
import { workerMemoryBytes } from '../sandbox/worker-memory.ts';

/** One question to a program that takes one and is ended. */
export interface ProcessQuestion<Message, Answer> {
  readonly program: URL;
  readonly question: object;
  /** The files it may reach beside the program. */
  readonly grants: ProcessGrants;
  /** All that the program may say. */
  readonly messages: z.ZodType<Message>;
  /** The answer that a message is; null for one that comes before it. Throws what the program refused with. */
  readonly read: (message: Message) => Answer | null;
  /** How long it may say nothing, and what is said of it then. */
  readonly silence: { readonly ms: number; readonly text: string };
  /** What is said when its process ends without an answer. */
  readonly endedText: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lets a process of its own answer a question, because models, drivers and decoders may crash; the process is
 * gone when this ends. Throws what the program refused with, `processing_failed` when it ends or says nothing
 * for too long, and `cancelled` when the signal fires.
 */
export async function askProcess<Message, Answer>(
  asked: ProcessQuestion<Message, Answer>,
): Promise<Answer> {
  const { program, question, grants, messages, read, silence, endedText, signal } = asked;
  const cancelled = (): AppError => new AppError('cancelled', 'The work was cancelled.');
  if (signal?.aborted === true) {
    throw cancelled();
  }
  const started = startProcess({
    entry: fileURLToPath(program),
    messages,
    env: pickEnv(),
    grants,
    limits: { memoryBytes: workerMemoryBytes },
  });
  const { child } = started;
  const answered = Promise.withResolvers<Answer>();
  const gone = Promise.withResolvers<void>();
  const fail = (text: string, cause?: unknown): void =>
    answered.reject(new AppError('processing_failed', text, { cause }));
  const late = setTimeout(() => fail(silence.text), silence.ms);
  const stop = (): void => answered.reject(cancelled());
  signal?.addEventListener('abort', stop, { once: true });
  started.listen((message) => {
    late.refresh();
    try {
      const answer = read(message);
      if (answer !== null) {
        answered.resolve(answer);
      }
    } catch (error) {
      answered.reject(error);
    }
  });
  child.on('error', (cause) => {
    fail(endedText, cause);
    gone.resolve();
  });
  child.once('exit', () => {
    fail(endedText);
    gone.resolve();
  });
  started.send(question);
  try {
    return await answered.promise;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
    await gone.promise;
  }
}
