import type { CloseStack } from '../../start/close-stack.ts';
import type { Core } from '../../start/core.ts';
import { refuseUpgrade } from '../../http/refuse-upgrade.ts';
import type { SocketRoutes } from '../../http/socket-routes.ts';
import { swapEngine } from '../engine-facts.ts';
import type { LiveEngines } from '../live-engines.ts';
import { LiveEndpoint } from '../socket/live-endpoint.ts';
import type { RemoteWorkers } from '../remote/remote-workers.ts';
import { WORKERS_PATH } from '../remote/worker-link.ts';
import type { LiveWorkers } from '../worker/live-workers.ts';
import { defaultSwapLimits, type SwapLimits, swapSocketLimits } from './limits.ts';
import { createRoomOpener, type RoomHosting } from './open-rooms.ts';

/** Dependencies of the live swap. */
export interface RealTimeSwapDependencies {
  readonly core: Core;
  readonly live: LiveEngines;
  readonly sockets: SocketRoutes;
  readonly rooms: RoomHosting;
  readonly limits?: Partial<SwapLimits> | undefined;
  /** Key of live workers of other machines; null: none are accepted. */
  readonly workerKey: string | null;
  /** Returns whether the node accepts no new work because it is about to stop. */
  readonly isStopping: () => boolean;
  readonly onTrouble: (message: string, error: unknown) => void;
}

/**
 * Adds the real-time swap: its engine and its socket. Neither rooms nor a worker are there before the first session is opened.
 * For hosts whose rooms clients can reach (`canOpenRooms`).
 */
export function openRealTimeSwap(
  dependencies: RealTimeSwapDependencies,
  closing: CloseStack,
): void {
  const { core, live, sockets, limits, onTrouble } = dependencies;
  const rooms = createRoomOpener(dependencies.rooms);
  const remote = openRemote(dependencies);
  let workers: Promise<LiveWorkers> | null = null;
  const openWorkers = (): Promise<LiveWorkers> => {
    workers ??= import('../worker/live-workers.ts').then(
      async ({ LiveWorkers: Workers }) =>
        new Workers({
          maxSessions: core.context.policy.maxStreams,
          remote: await remote,
          onLog: (text) => onTrouble('live worker', text),
        }),
    );
    return workers;
  };
  const endpoint = new LiveEndpoint({
    feature: swapEngine.feature,
    core,
    limits: swapSocketLimits,
    onTrouble,
    open: async (session) => {
      const { SwapRun } = await import('./swap-run.ts');
      const runParts = {
        core,
        openRooms: () => rooms.open(),
        workers: await openWorkers(),
        limits: { ...defaultSwapLimits, ...limits },
        onTrouble,
      };
      return new SwapRun(runParts, session);
    },
  });
  sockets.add(swapEngine.streamPath, endpoint.accept);
  const unregister = live.register({
    ...swapEngine,
    prepare: async (image) => {
      // Rooms and a worker are ready when the client has connected; what fails here fails there again.
      rooms.open().catch(() => undefined);
      (await openWorkers()).warmUp(image);
      return 'ready';
    },
    setCard: async (image) => (await openWorkers()).setCard(image),
    countWorkers: async () => (await remote)?.counts ?? { all: 0, idle: 0 },
    sendFramesTo: async (link) => (await openWorkers()).sendFramesTo(link),
  });
  closing.add(async () => {
    unregister();
    await endpoint.close();
    (await workers)?.close();
    (await remote)?.close();
    await rooms.close();
  });
}

/**
 * Accepts live workers of other machines; the code for it is loaded only when a key is set. Null without one,
 * or when it cannot be loaded: the node then uses its own workers.
 */
async function openRemote({
  workerKey,
  sockets,
  isStopping,
  onTrouble,
}: RealTimeSwapDependencies): Promise<RemoteWorkers | null> {
  if (workerKey === null) {
    return null;
  }
  const opening = import('../remote/remote-workers.ts').then(
    ({ RemoteWorkers: Workers }) => new Workers(workerKey, isStopping),
  );
  sockets.add(WORKERS_PATH, (request, socket, head) => {
    // Before the upgrade there is no other listener, and an unhandled reset would end the service.
    socket.on('error', () => socket.destroy());
    opening.then(
      ({ accept }) => accept(request, socket, head),
      (error: unknown) => refuseUpgrade(socket, error),
    );
  });
  try {
    return await opening;
  } catch (error) {
    onTrouble('live workers of other machines cannot be taken', error);
    return null;
  }
}
