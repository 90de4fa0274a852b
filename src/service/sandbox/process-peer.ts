import type { ChildProcess } from 'node:child_process';
import * as z from 'zod';
import type { PeerReply } from '../../base/peer/messages.ts';
import type { MethodAnswer } from '../../base/peer/peer.ts';
import type { PeerProcess } from '../../base/peer/port.ts';
import type { PeerMethods } from '../../base/peer/serve-peer.ts';
import { wireErrorSchema } from '../../contract/wire-error.ts';
import { startNodeTimer } from '../../engine/threads/thread-peer.ts';
import { type ProcessLaunch, startProcess } from './start-process.ts';

/** All that a program may say: by method its answers, and what it may report meanwhile. */
export interface PeerSchemas<Methods extends PeerMethods> {
  readonly answers: { readonly [Name in keyof Methods]: z.ZodType<MethodAnswer<Methods[Name]>> };
  readonly progress?: z.ZodType | undefined;
}

/** A process that answers questions. */
export interface StartedPeer extends PeerProcess {
  readonly child: ChildProcess;
  /** Resolves when it is gone. */
  readonly gone: Promise<unknown>;
}

/** Starts a process that answers questions. It is ended when it says anything that `says` does not allow. */
export function startPeerProcess<Methods extends PeerMethods>(
  launch: Omit<ProcessLaunch<unknown>, 'messages'> & { readonly says: PeerSchemas<Methods> },
): StartedPeer {
  const { child, send, listen } = startProcess({ ...launch, messages: toReplySchema(launch.says) });
  const gone = Promise.withResolvers<unknown>();
  child.on('error', gone.resolve);
  child.once('exit', () => gone.resolve(undefined));
  return {
    child,
    send,
    onMessage: listen,
    onClosed: (listener) => void gone.promise.then(listener),
    async kill() {
      child.kill('SIGKILL');
      await gone.promise;
    },
    startTimer: startNodeTimer,
    gone: gone.promise,
  };
}

function toReplySchema<Methods extends PeerMethods>({
  answers,
  progress = z.never(),
}: PeerSchemas<Methods>): z.ZodType<PeerReply> {
  const call = z.int();
  const methods = Object.entries<z.ZodType>(answers);
  return z.union([
    ...methods.map(([method, answer]) =>
      z.object({ type: z.literal('answer'), call, method: z.literal(method), answer }),
    ),
    z.object({ type: z.literal('progress'), call, progress }),
    z.object({ type: z.literal('refused'), call, error: wireErrorSchema }),
  ]);
}
