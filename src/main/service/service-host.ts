import { AppError, fromWireError, toWireError, type WireError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { Peer } from '../../base/peer/peer.ts';
import type { PeerProcess } from '../../base/peer/port.ts';
import {
  type EmbeddedMethods,
  type EmbeddedState,
  type Recovery,
  startProgressSchema,
} from '../../contract/embedded.ts';
import type { FrameLinkAddress } from '../../contract/frame-link.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import type { Log } from '../log/log.ts';
import type { RemoteAccess } from '../profiles/profile-store.ts';
import { toCallService, createUnansweredError } from './call-service.ts';
import { createServiceQueries, type ServiceQueries } from './service-queries.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/** Dependencies of the host. */
export interface ServiceHostOptions {
  readonly fork: () => PeerProcess;
  /** Folder of the service's database and files. */
  readonly dataDir: string;
  /** Reads the model folder with the selected packs, at every start. */
  readonly readPacks?: () => PackSetup;
  /** Returns whether results are signed, at every start; true when absent. */
  readonly isSigning?: () => boolean;
  /** Called when the process exited unexpectedly: decides whether to restart it. */
  readonly restartPolicy: () => 'reload' | 'give_up';
  /** Receives the key of every run, to keep it out of logs. */
  readonly addSecret: (secret: string) => void;
  readonly onState: (state: EmbeddedState) => void;
  readonly log: Log;
  readonly startTimeoutMs?: number;
  readonly stopTimeoutMs?: number;
  readonly answerTimeoutMs?: number;
  /** Interval of the pings. */
  readonly pingMs?: number;
}

/** The embedded service as main holds it. */
export interface ServiceHost extends ServiceQueries {
  readonly state: () => EmbeddedState;
  /** Concurrency of the running service; null while it does not run. */
  readonly jobSlots: () => number | null;
  /**
   * URL and key of the running service; starts it if necessary, and waits. Never leaves main.
   * @throws AppError the reason of a failed start.
   */
  readonly readAccess: () => Promise<RemoteAccess>;
  /** Jobs that begin from now on use these models; without effect while it does not run. */
  readonly usePacks: (setup: PackSetup) => void;
  /** Sets whether results that are stored from now on are signed; without effect while the service does not run. */
  readonly signResults: (isOn: boolean) => void;
  /**
   * Prepares for a live swap that is likely to begin soon, with the character of this image; no effect while
   * the service does not run.
   */
  readonly prepareLive: (image: string | null) => void;
  /**
   * Uses the image at this path as cover card of live swaps, also after a restart; null for the app's own card.
   */
  readonly setCoverCard: (path: string | null) => void;
  /** Frames of live swaps also go to the camera devices there from now on, also after a restart; null for nowhere. */
  readonly sendFramesTo: (link: FrameLinkAddress | null) => void;
  /** Starts it, also after it failed, and first deals with a damaged database as is wanted. A running one goes on. */
  readonly start: (recovery?: Recovery) => EmbeddedState;
  /** Lets it return running jobs and exit; kills it when that takes too long. Called once. */
  readonly stop: () => Promise<void>;
}

/** One run of the service, until its process has exited. */
interface Run {
  readonly process: PeerProcess;
  readonly peer: Peer<EmbeddedMethods>;
  readonly access: PromiseWithResolvers<RemoteAccess>;
  readonly ended: Promise<void>;
  readonly watchdog: Watchdog;
  /** Fails a start that takes too long. */
  slow?: NodeJS.Timeout;
}

/** A killed process is gone by then, unless the system itself cannot end it (a dead disk). */
const KILLED_MS = 2_000;
/** Maximum silence of a start, whatever the service announces. */
const LONGEST_START_MS = 3_600_000;

/**
 * Runs the embedded service in a separate process and keeps it running; the states are drawn at
 * `embeddedStateSchema`. A process that exits unexpectedly, or hangs, is restarted as often as the policy
 * allows; a refusal to start is final until the user tries again.
 */
export function createServiceHost(options: ServiceHostOptions): ServiceHost {
  const host = new EmbeddedService(options);
  return {
    ...createServiceQueries(
      toCallService(() => host.requirePeer()),
      options.answerTimeoutMs ?? 5_000,
    ),
    state: () => host.state,
    jobSlots: () => host.jobSlots,
    readAccess: () => host.readAccess(),
    usePacks: (setup) => host.peer?.post('usePacks', setup),
    signResults: (isOn) => host.peer?.post('signResults', isOn),
    prepareLive: (image) => host.peer?.post('prepareLive', image),
    setCoverCard: (path) => host.setCoverCard(path),
    sendFramesTo: (link) => host.sendFramesTo(link),
    start: (recovery) => host.start(recovery),
    stop: () => host.stop(),
  };
}

/** Its process: at most one at a time, because two would fight for the data folder. */
class EmbeddedService {
  readonly #options: ServiceHostOptions;
  #state: EmbeddedState = { state: 'starting' };
  #run: Run | null = null;
  #failure: WireError | null = null;
  #isStopping = false;
  #frameLink: FrameLinkAddress | null = null;
  #coverCard: string | null = null;
  #jobSlots: number | null = null;
  /** Ends with the process that is being replaced. */
  #leaving: Promise<void> | null = null;

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  get state(): EmbeddedState {
    return this.#state;
  }

  get jobSlots(): number | null {
    return this.#state.state === 'running' ? this.#jobSlots : null;
  }

  /** Null while no process runs. */
  get peer(): Peer<EmbeddedMethods> | null {
    return this.#run?.peer ?? null;
  }

  /** Throws `service_unreachable` unless it runs. */
  requirePeer(): Peer<EmbeddedMethods> {
    if (this.#run === null || this.#state.state !== 'running') {
      throw createNotRunningError();
    }
    return this.#run.peer;
  }

  setCoverCard(path: string | null): void {
    this.#coverCard = path;
    this.peer?.post('setCoverCard', path);
  }

  sendFramesTo(link: FrameLinkAddress | null): void {
    this.#frameLink = link;
    this.peer?.post('sendFramesTo', link);
  }

  async readAccess(): Promise<RemoteAccess> {
    await this.#leaving;
    if (this.#run === null && this.#failure === null && !this.#isStopping) {
      this.#launch();
    }
    if (this.#run !== null) {
      return this.#run.access.promise;
    }
    throw this.#failure === null ? createNotRunningError() : fromWireError(this.#failure);
  }

  start(recovery?: Recovery): EmbeddedState {
    // A process that refused to start may not have ended yet.
    if (this.#failure !== null && this.#run !== null && !this.#isStopping) {
      this.#replace(this.#run, recovery);
    } else if (this.#run === null && this.#leaving === null && !this.#isStopping) {
      this.#launch(recovery);
    }
    return this.#state;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#run === null) {
      return;
    }
    const { process, peer, ended: gone, watchdog } = this.#run;
    watchdog.stop();
    const stuck = Promise.withResolvers<void>();
    let late = setTimeout(() => {
      void process.kill();
      late = setTimeout(stuck.resolve, KILLED_MS);
    }, this.#options.stopTimeoutMs ?? 5_000);
    peer.post('stop', undefined);
    await Promise.race([gone, stuck.promise]);
    clearTimeout(late);
  }

  #launch(recovery?: Recovery): void {
    this.#failure = null;
    const child = this.#options.fork();
    const exit = Promise.withResolvers<void>();
    const process: PeerProcess = {
      ...child,
      onMessage: (listener) =>
        child.onMessage((message) => {
          clearTimeout(current.slow);
          current.watchdog.answered();
          listener(message);
        }),
    };
    const peer = new Peer<EmbeddedMethods>(process, (end) => {
      clearTimeout(current.slow);
      current.watchdog.stop();
      current.access.reject(
        new AppError('service_unreachable', 'The service of this computer has ended.', {
          details: faultDetails('local_service'),
        }),
      );
      exit.resolve();
      this.#noteEnd(current, end);
      return createUnansweredError();
    });
    const current: Run = {
      process,
      peer,
      access: Promise.withResolvers<RemoteAccess>(),
      ended: exit.promise,
      watchdog: this.#watch(process, peer),
    };
    // Reported to waiting callers; without any it must not count as unhandled.
    current.access.promise.catch(() => undefined);
    this.#run = current;
    void this.#begin(current, recovery);
    this.#enter({ state: 'starting' });
  }

  #watch(process: PeerProcess, peer: Peer<EmbeddedMethods>): Watchdog {
    return createWatchdog({
      // Any answer counts as a sign of life; without one the watchdog acts.
      ping: () => void peer.call('ping', undefined).catch(() => undefined),
      onHung: () => {
        this.#options.log('error', 'service.hung');
        void process.kill();
      },
      intervalMs: this.#options.pingMs,
    });
  }

  async #begin(current: Run, recovery: Recovery | undefined): Promise<void> {
    const {
      dataDir,
      readPacks,
      isSigning,
      startTimeoutMs = 30_000,
      log,
      addSecret,
    } = this.#options;
    this.#limitStart(current, startTimeoutMs);
    try {
      const { baseUrl, apiKey, mediaSandbox, jobSlots } = await current.peer.call(
        'start',
        { dataDir, packs: readPacks?.(), signResults: isSigning?.() ?? true, recovery },
        {
          onProgress: (progress) => {
            const { maxDurationMs } = startProgressSchema.parse(progress);
            this.#limitStart(current, Math.min(maxDurationMs, LONGEST_START_MS));
          },
        },
      );
      addSecret(apiKey);
      log('info', 'service.running', { baseUrl });
      current.access.resolve({ baseUrl, apiKey });
      current.watchdog.start();
      if (this.#coverCard !== null) {
        current.peer.post('setCoverCard', this.#coverCard);
      }
      if (this.#frameLink !== null) {
        current.peer.post('sendFramesTo', this.#frameLink);
      }
      this.#jobSlots = jobSlots;
      this.#enter({ state: 'running', baseUrl, mediaSandbox });
    } catch (error) {
      if (!current.peer.hasFailed) {
        this.#fail(toWireError(error)); // The service refused to start; the end of its process is reported separately.
      }
    }
  }

  #noteEnd(current: Run, end: unknown): void {
    if (this.#run !== current) {
      return; // The run was abandoned before its end.
    }
    this.#run = null;
    if (this.#isStopping || this.#failure !== null) {
      return;
    }
    this.#options.log('warn', 'service.ended', {
      how: end instanceof Error ? end.message : 'unknown',
    });
    if (this.#options.restartPolicy() === 'reload') {
      this.#launch();
    } else {
      this.#fail({
        code: 'internal_error',
        message: 'The service of this computer ended too often.',
      });
    }
  }

  #limitStart(current: Run, limitMs: number): void {
    clearTimeout(current.slow);
    current.slow = setTimeout(() => {
      this.#fail({
        code: 'internal_error',
        message: 'The service of this computer did not start.',
      });
      void current.process.kill();
    }, limitMs);
  }

  /** Kills the remains of a failed start, and starts again when they are gone. */
  #replace(old: Run, recovery?: Recovery): void {
    this.#run = null;
    this.#failure = null;
    this.#enter({ state: 'starting' });
    this.#leaving = this.#launchAfter(old, recovery);
    void old.process.kill();
  }

  async #launchAfter(old: Run, recovery?: Recovery): Promise<void> {
    await old.ended;
    this.#leaving = null;
    if (this.#run === null && !this.#isStopping) {
      this.#launch(recovery);
    }
  }

  #fail(error: WireError): void {
    this.#failure = error;
    this.#options.log('error', 'service.failed', { code: error.code, message: error.message });
    this.#run?.access.reject(fromWireError(error));
    this.#enter({ state: 'failed', error });
  }

  #enter(next: EmbeddedState): void {
    this.#state = next;
    this.#options.onState(next);
  }
}

function createNotRunningError(): AppError {
  return new AppError('service_unreachable', 'The service of this computer does not run.', {
    details: faultDetails('local_service'),
  });
}
