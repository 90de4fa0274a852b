import type { PeerProcess } from '../../base/peer/port.ts';
import type { PeerMethods } from '../../base/peer/serve-peer.ts';
import { type PeerSchemas, toReplySchema } from '../../contract/peer-methods.ts';
import { startNodeTimer } from '../../engine/threads/thread-peer.ts';
import { type ProcessLaunch, type StartedProcess, startProcess } from './start-process.ts';

/** A process that answers questions. */
export interface StartedPeer extends PeerProcess, Pick<StartedProcess<unknown>, 'child' | 'gone'> {}

/** Launch options of a process that answers calls. */
export interface PeerLaunch<Methods extends PeerMethods> extends Omit<
  ProcessLaunch<unknown>,
  'messages'
> {
  /** Schemas of its answers; the process is killed when it sends anything else. */
  readonly schemas: PeerSchemas<Methods>;
  /** True when the peer keeps this process alive only during calls; false by default. */
  readonly isHeldByWork?: boolean | undefined;
}

/** Starts a process that answers questions. */
export function startPeerProcess<Methods extends PeerMethods>({
  schemas,
  isHeldByWork = false,
  ...launch
}: PeerLaunch<Methods>): StartedPeer {
  const { child, send, listen, setRef, gone } = startProcess({
    ...launch,
    messages: toReplySchema(schemas),
  });
  if (isHeldByWork) {
    setRef(false);
  }
  return {
    child,
    send,
    onMessage: listen,
    onClosed: (listener) => void gone.then(listener),
    async kill() {
      child.kill('SIGKILL');
      setRef(true);
      await gone;
    },
    startTimer: startNodeTimer,
    gone,
    ...(isHeldByWork && { setRef }),
  };
}
