import type { ChildProcess } from 'node:child_process';
import type { PeerProcess } from '../../base/peer/port.ts';
import { ProcessEnd } from '../../base/peer/process-end.ts';
import type { PeerMethods } from '../../base/peer/serve-peer.ts';
import { type PeerSchemas, toReplySchema } from '../../contract/peer-methods.ts';
import { startNodeTimer } from '../../engine/threads/thread-peer.ts';
import { type ProcessLaunch, startProcess } from './start-process.ts';

/** A process that answers questions. */
export interface StartedPeer extends PeerProcess {
  readonly child: ChildProcess;
  /** Resolves when it is gone, with what ended it: a {@link ProcessEnd}, or what kept it from running. */
  readonly gone: Promise<unknown>;
}

/** How a process is started that answers questions. */
export interface PeerLaunch<Methods extends PeerMethods> extends Omit<
  ProcessLaunch<unknown>,
  'messages'
> {
  /** It is ended when it answers anything else. */
  readonly schemas: PeerSchemas<Methods>;
  /** Whether this process goes on for it only while it is asked something (no). */
  readonly isHeldByWork?: boolean | undefined;
}

/** Starts a process that answers questions. */
export function startPeerProcess<Methods extends PeerMethods>({
  schemas,
  isHeldByWork = false,
  ...launch
}: PeerLaunch<Methods>): StartedPeer {
  const { child, send, listen, setRef } = startProcess({
    ...launch,
    messages: toReplySchema(schemas),
  });
  const gone = Promise.withResolvers<unknown>();
  child.on('error', gone.resolve);
  // Not at 'exit': what it said last is still in its pipe then.
  child.once('close', (code: number | null, signal: string | null) =>
    gone.resolve(new ProcessEnd({ code, signal, isKilledHere: child.killed })),
  );
  if (isHeldByWork) {
    setRef(false);
  }
  return {
    child,
    send,
    onMessage: listen,
    onClosed: (listener) => void gone.promise.then(listener),
    async kill() {
      child.kill('SIGKILL');
      setRef(true);
      await gone.promise;
    },
    startTimer: startNodeTimer,
    gone: gone.promise,
    ...(isHeldByWork && { setRef }),
  };
}
