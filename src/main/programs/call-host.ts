import { type UtilityProcess, utilityProcess } from 'electron/main';
import type { AppError } from '../../base/errors.ts';
import { callOnce } from '../../base/peer/call-once.ts';
import type { MethodAnswer, MethodQuestion } from '../../base/peer/peer.ts';
import { ProcessNotStarted } from '../../base/peer/process-end.ts';
import { pickVariables } from '../../base/picked-env.ts';
import {
  type AskedMethods,
  type MethodTable,
  toTableReplySchema,
} from '../../contract/peer-methods.ts';
import { toPeerChild } from './child-peer.ts';

/** A program that answers one question. */
export interface Program<Table extends MethodTable> {
  readonly path: string;
  /** Name of the process in process lists. */
  readonly name: string;
  readonly methods: Table;
  /** Error when it exits without an answer, times out, or cannot be started. */
  readonly failure: (cause?: unknown) => AppError;
  /** Time limit; none by default. */
  readonly limitMs?: number | undefined;
}

/**
 * Asks a program in a process of its own, because native code may crash on a damaged file, and ends it. Throws
 * what the program refused with, or its failure.
 */
export function callProgram<Table extends MethodTable, Name extends keyof Table & string>(
  { path, name, methods, failure, limitMs }: Program<Table>,
  method: Name,
  question: MethodQuestion<AskedMethods<Table>[Name]>,
): Promise<MethodAnswer<AskedMethods<Table>[Name]>> {
  const replies = toTableReplySchema(methods);
  return callOnce<AskedMethods<Table>, Name>(
    {
      start: () => {
        const child = fork(path, name, failure);
        return toPeerChild({ child, send: (message) => child.postMessage(message), replies });
      },
      ended: failure,
      silence: limitMs === undefined ? undefined : { ms: limitMs, error: failure },
    },
    method,
    question,
  );
}

function fork(
  path: string,
  serviceName: string,
  failure: (cause: unknown) => AppError,
): UtilityProcess {
  try {
    return utilityProcess.fork(path, [], {
      serviceName,
      env: pickVariables(process.env),
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  } catch (cause) {
    throw failure(new ProcessNotStarted(cause));
  }
}
