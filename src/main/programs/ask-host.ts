import { utilityProcess } from 'electron/main';
import * as z from 'zod';
import { pickVariables } from '../../base/picked-env.ts';
import { type AppError, fromWireError } from '../../base/errors.ts';
import { wireErrorSchema } from '../../contract/wire-error.ts';
import { killProcess } from './kill-process.ts';

/** A program that answers one question, with `{error}` or with what the schema says. */
export interface Program<Answer> {
  readonly path: string;
  /** What the process is called in lists of processes. */
  readonly name: string;
  readonly answerSchema: z.ZodType<Answer>;
  /** What is wrong when it ends without an answer, or gives none in time. */
  readonly failure: () => AppError;
  /** How long it may take; for ever by default. */
  readonly limitMs?: number | undefined;
}

const refusalSchema = z.object({ error: wireErrorSchema });

/**
 * Asks a program in a process of its own, because native code may crash on a damaged file, and ends it. Throws
 * what the program refused with, or its failure.
 */
export async function askProgram<Answer>(
  { path, name, answerSchema, failure, limitMs }: Program<Answer>,
  question: object,
): Promise<Answer> {
  const child = utilityProcess.fork(path, [], {
    serviceName: name,
    env: pickVariables(process.env),
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const answered = Promise.withResolvers<unknown>();
  const fail = (): void => answered.reject(failure());
  const late = limitMs === undefined ? undefined : setTimeout(fail, limitMs);
  child.on('message', answered.resolve);
  child.once('exit', fail);
  child.postMessage(question);
  try {
    const answer = await answered.promise;
    const refused = refusalSchema.safeParse(answer);
    if (refused.success) {
      throw fromWireError(refused.data.error);
    }
    return answerSchema.parse(answer);
  } finally {
    clearTimeout(late);
    killProcess(child);
  }
}
