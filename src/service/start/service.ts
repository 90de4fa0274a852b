import { type CloseStack, createCloseStack } from './close-stack.ts';
import type { Core } from './core.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { listen } from './listen.ts';
import { createMaintenance, type Maintenance } from './maintenance.ts';
import type { SocketRoutes } from '../http/socket-routes.ts';
import { openLiveForwarding, openSwapForwarding } from '../live/open-elsewhere.ts';
import { canOpenRooms, describeRoomHosting } from '../live/swap/open-rooms.ts';
import { openRealTimeSwap } from '../live/swap/open-swap.ts';
import { openVoiceChanger } from '../live/changer/open-voice-changer.ts';
import type { ResultSigner } from '../provenance/result-signer.ts';
import type { LiveEngines } from '../live/live-engines.ts';
import type { RvcVoices } from '../voices/rvc/rvc-voices.ts';
import type { ServiceOptions } from './service-options.ts';
import { recoverBlobs } from '../store/statements/blob-statements.ts';
import { countJobSlots } from './job-slots.ts';
import { startWork } from './work.ts';

/** A running service. */
export interface Service {
  /** Base address of the API, as callers reach it. */
  readonly baseUrl: string;
  /** Account of the service's owner. */
  readonly accountId: string;
  /** Jobs of all accounts that run at once on this machine. */
  readonly jobSlots: number;
  readonly core: Core;
  /** Registry of the live engines and their sockets. */
  readonly live: LiveEngines;
  /** Voices of models of the user. */
  readonly rvc: RvcVoices;
  /** Signer of the results. */
  readonly resultSigner: ResultSigner;
  /** Stored content of the owner. */
  readonly maintenance: Maintenance;
  readonly sockets: SocketRoutes;
  /**
   * Stops accepting jobs and reports not ready; settles when the local jobs and live sessions have ended.
   * Requests are answered meanwhile.
   */
  drain(): Promise<void>;
  /** Lets running requests end, gives running jobs back, closes everything. Once. */
  stop(): Promise<void>;
}

/** Opens the data folder, starts the work and listens. Nothing stays open when it fails. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const closing = createCloseStack();
  try {
    const foundation = await openFoundation(options, closing);
    if (foundation.storage.store.engine === 'sqlite') {
      await foundation.core.recoverLiveSessions();
      await recoverBlobs(foundation.storage.store.db);
    }
    const { metrics, pool } = startWork(foundation, options, closing);
    const { baseUrl, sockets } = await listen(foundation, { ...options, metrics }, closing);
    openEngines(foundation, { ...options, sockets }, closing);
    const { node, core, accountId, live, rvc, resultSigner, storage } = foundation;
    const maintenance = createMaintenance({ core, accountId, storage, folder: options.folder });
    const stop = (): Promise<void> => closing.closeAll();
    const jobSlots = countJobSlots(options.slots);
    const open = { baseUrl, accountId, jobSlots, core, live, rvc, resultSigner };
    const drain = async (): Promise<void> => {
      await node.drain();
      await Promise.all([pool.drain(), core.context.liveRuns.whenNone()]);
    };
    return { ...open, maintenance, sockets, drain, stop };
  } catch (error) {
    await closing.closeAll().catch((cause: unknown) => {
      options.logger.error({ err: cause }, 'what was open could not be closed whole');
    });
    throw error;
  }
}

/**
 * Opens Guise's live engines: to run them, or to forward their sockets. Custom processors come with custom
 * engines.
 */
function openEngines(
  { core, live, rvc, node }: Foundation,
  options: ServiceOptions & { readonly sockets: SocketRoutes },
  closing: CloseStack,
): void {
  const { sockets, registry, logger, host = '127.0.0.1', publicUrl, pageOrigins = [] } = options;
  const onTrouble = (message: string, error: unknown): void => {
    logger.error({ err: error }, message);
  };
  const isProxied = typeof publicUrl === 'string';
  const workerKey = options.liveWorkerKey ?? null;
  const rooms = { host, isProxied, pageOrigins, env: options.roomEnv ?? {} };
  if (registry === undefined && !node.has('live') && node.has('api')) {
    openLiveForwarding({ core, live, sockets, workerKey, onTrouble }, closing);
  }
  if (registry === undefined && node.has('live')) {
    openVoiceChanger({ core, live, sockets, rvc, onTrouble }, closing);
    const note = describeRoomHosting(rooms);
    if (note !== null) {
      logger.warn(note);
    }
    if (canOpenRooms(rooms)) {
      const limits = options.swapLimits;
      const isStopping = (): boolean => node.isDraining;
      openRealTimeSwap(
        { core, live, sockets, rooms, limits, workerKey, isStopping, onTrouble },
        closing,
      );
    } else {
      openSwapForwarding({ core, live, sockets, workerKey, onTrouble }, closing);
    }
  }
}
