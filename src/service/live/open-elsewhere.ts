import { InvariantError } from '../../base/errors.ts';
import type { SocketRoutes } from '../http/socket-routes.ts';
import type { CloseStack } from '../start/close-stack.ts';
import type { Core } from '../start/core.ts';
import { voiceSocketLimits } from './changer/voice-limits.ts';
import { type EngineFacts, swapEngine, voiceEngine } from './engine-facts.ts';
import type { LiveEngines } from './live-engines.ts';
import { LiveEndpoint } from './socket/live-endpoint.ts';
import { forwardWorkers } from './remote/pass-workers-on.ts';
import { WORKERS_PATH } from './remote/worker-link.ts';
import type { SocketLimits } from './socket/live-socket.ts';
import { swapSocketLimits } from './swap/limits.ts';

/** Dependencies of a node that forwards to engines of other nodes. */
export interface ForwardingDependencies {
  readonly core: Core;
  readonly live: LiveEngines;
  readonly sockets: SocketRoutes;
  /** Key of live workers of other machines; null: none are accepted. */
  readonly workerKey: string | null;
  readonly onTrouble: (message: string, error: unknown) => void;
}

/**
 * Adds the live engines of a node that runs no sessions: it opens them where another node can run them, and passes
 * their sockets on. A socket for which none has a slot is refused, because this one has none either.
 */
export function openLiveForwarding(
  dependencies: ForwardingDependencies,
  closing: CloseStack,
): void {
  openEngine(dependencies, voiceEngine, voiceSocketLimits, closing);
  openSwapForwarding(dependencies, closing);
}

/**
 * Opens forwarding for the live swap only: on a node that runs other sessions, but whose rooms no client could
 * reach.
 */
export function openSwapForwarding(
  dependencies: ForwardingDependencies,
  closing: CloseStack,
): void {
  const { core, sockets, workerKey } = dependencies;
  if (workerKey !== null) {
    sockets.add(WORKERS_PATH, forwardWorkers(core, workerKey, closing));
  }
  openEngine(dependencies, swapEngine, swapSocketLimits, closing);
}

function openEngine(
  { core, live, sockets, onTrouble }: ForwardingDependencies,
  facts: EngineFacts,
  limits: SocketLimits,
  closing: CloseStack,
): void {
  const endpoint = new LiveEndpoint({
    feature: facts.feature,
    core,
    limits,
    onTrouble,
    open: () => Promise.reject(new InvariantError('A node without the engine runs no session.')),
  });
  sockets.add(facts.streamPath, endpoint.accept);
  const unregister = live.register({
    ...facts,
    isElsewhere: true,
    prepare: () => Promise.resolve('ready'),
  });
  closing.add(async () => {
    unregister();
    await endpoint.close();
  });
}
