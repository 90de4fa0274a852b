import type { CloseStack } from '../../start/close-stack.ts';
import type { Core } from '../../start/core.ts';
import type { SocketRoutes } from '../../http/socket-routes.ts';
import { swapEngine } from '../engine-facts.ts';
import type { LiveEngines } from '../live-engines.ts';
import { LiveEndpoint } from '../socket/live-endpoint.ts';
import type { RemoteWorkers } from '../remote/remote-workers.ts';
import { WORKERS_PATH } from '../remote/worker-link.ts';
import type { LiveWorkers } from '../worker/live-workers.ts';
import { defaultSwapLimits, type SwapLimits, swapSocketLimits } from './limits.ts';
import { createRoomOpener, type RoomHosting } from './open-rooms.ts';

/** What the real-time swap is added to. */
export interface RealTimeSwapParts {
  readonly core: Core;
  readonly live: LiveEngines;
  readonly sockets: SocketRoutes;
  readonly rooms: RoomHosting;
  readonly limits?: Partial<SwapLimits> | undefined;
  /** What live workers of other machines carry; null: none are taken. */
  readonly workerKey: string | null;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/**
 * Adds the real-time swap: its engine and its socket. Neither rooms nor a worker are there before the first session is opened.
 * For hosts whose rooms clients can reach (`canOpenRooms`).
 */
export function openRealTimeSwap(
  { core, live, sockets, rooms: hosting, limits, workerKey, onTrouble }: RealTimeSwapParts,
  closing: CloseStack,
): void {
  const rooms = createRoomOpener(hosting);
  const remote = workerKey === null ? null : openRemote(workerKey, sockets);
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
      const parts = {
        core,
        openRooms: () => rooms.open(),
        workers: await openWorkers(),
        limits: { ...defaultSwapLimits, ...limits },
        onTrouble,
      };
      return new SwapRun(parts, session);
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

/** Takes live workers of other machines; what does is loaded with a key for them alone. */
function openRemote(key: string, sockets: SocketRoutes): Promise<RemoteWorkers> {
  const opening = import('../remote/remote-workers.ts').then(
    ({ RemoteWorkers: Workers }) => new Workers(key),
  );
  sockets.add(WORKERS_PATH, (request, socket, head) => {
    void opening.then(({ accept }) => accept(request, socket, head));
  });
  return opening;
}
