import { utilityProcess } from 'electron/main';
import type { AppError } from '../../base/errors.ts';
import { askOnce } from '../../base/peer/ask-once.ts';
import type { MethodAnswer, MethodQuestion } from '../../base/peer/peer.ts';
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
  /** What the process is called in lists of processes. */
  readonly name: string;
  readonly methods: Table;
  /** What is wrong when it ends without an answer, or gives none in time. */
  readonly failure: () => AppError;
  /** How long it may take; for ever by default. */
  readonly limitMs?: number | undefined;
}

/**
 * Asks a program in a process of its own, because native code may crash on a damaged file, and ends it. Throws
 * what the program refused with, or its failure.
 */
export function askProgram<Table extends MethodTable, Name extends keyof Table & string>(
  { path, name, methods, failure, limitMs }: Program<Table>,
  method: Name,
  question: MethodQuestion<AskedMethods<Table>[Name]>,
): Promise<MethodAnswer<AskedMethods<Table>[Name]>> {
  const replies = toTableReplySchema(methods);
  return askOnce<AskedMethods<Table>, Name>(
    {
      start: () => {
        const child = utilityProcess.fork(path, [], {
          serviceName: name,
          env: pickVariables(process.env),
          stdio: ['ignore', 'ignore', 'ignore'],
        });
        return toPeerChild({ child, send: (message) => child.postMessage(message), replies });
      },
      ended: failure,
      silence: limitMs === undefined ? undefined : { ms: limitMs, error: failure },
    },
    method,
    question,
  );
}
