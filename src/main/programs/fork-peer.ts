import { utilityProcess } from 'electron/main';
import type * as z from 'zod';
import type { PeerProcess } from '../../base/peer/port.ts';
import { pickVariables } from '../../base/picked-env.ts';
import { type MethodTable, toTableReplySchema } from '../../contract/peer-methods.ts';
import { toPeerChild } from './child-peer.ts';

/** A process of the app that answers calls until it is ended. */
export interface LastingProgram {
  readonly path: string;
  /** Name of the process in process lists. */
  readonly name: string;
  readonly methods: MethodTable;
  /** Schema of its progress reports; none by default. */
  readonly progress?: z.ZodType | undefined;
  /** Receives its standard error. */
  readonly onLog: (text: string) => void;
}

/** Starts it in a utility process, with the environment that programs of ours get. */
export function forkPeer({ path, name, methods, progress, onLog }: LastingProgram): PeerProcess {
  const child = utilityProcess.fork(path, [], {
    serviceName: name,
    env: pickVariables(process.env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr?.on('data', (text: Buffer) => onLog(text.toString()));
  return toPeerChild({
    child,
    send: (message) => child.postMessage(message),
    replies: toTableReplySchema(methods, progress),
  });
}
