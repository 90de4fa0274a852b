import { AppError, fromWireError, type WireError } from '../../base/errors.ts';
import {
  type EmbeddedState,
  type Recovery,
  fromEmbeddedSchema,
  type ToEmbedded,
} from '../../contract/embedded.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import type { Log } from '../log/log.ts';
import type { RemoteAccess } from '../profiles/profile-store.ts';
import { type AskedService, createServiceAnswers, type ServiceAnswers } from './service-answers.ts';
import { createServiceQuestions } from './service-questions.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/** The process the service runs in, whatever starts it. */
export interface ServiceProcess {
  send(message: ToEmbedded): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
  /** Ends it now, whatever it is doing. */
  kill(): void;
}

/** What the host works with. */
export interface ServiceHostOptions {
  readonly fork: () => ServiceProcess;
  /** Folder of the service's database and files. */
  readonly dataDir: string;
  /** The folder of models and what is chosen of it, asked at every start. */
  readonly readPacks?: () => PackSetup;
  /** Asked when the process ended by itself: whether to start another. */
  readonly restartPolicy: () => 'reload' | 'give_up';
  /** Told the key of every run, so that it never gets into a log. */
  readonly addSecret: (secret: string) => void;
  readonly onState: (state: EmbeddedState) => void;
  readonly log: Log;
  readonly startTimeoutMs?: number;
  readonly stopTimeoutMs?: number;
  readonly answerTimeoutMs?: number;
  /** How often it is asked whether it still answers. */
  readonly pingMs?: number;
}

/** The embedded service as main holds it. */
export interface ServiceHost extends ServiceAnswers {
  readonly state: () => EmbeddedState;
  /**
   * Address and key of the running service; starts it when nobody did yet, and waits. Never leaves main.
   * @throws AppError what kept it from starting.
   */
  readonly readAccess: () => Promise<RemoteAccess>;
  /** Jobs that begin from now on use these models; without effect while it does not run. */
  readonly usePacks: (setup: PackSetup) => void;
  /** A live swap is likely to begin soon, with the character of this picture; without effect while it does not run. */
  readonly prepareLive: (picture: string | null) => void;
  /** Starts it, also after it failed, and first deals with a damaged database as is wanted. A running one goes on. */
  readonly start: (recovery?: Recovery) => EmbeddedState;
  /** Lets it give running jobs back and end; ends it by force when that takes too long. Once. */
  readonly stop: () => Promise<void>;
}

/** One start of the service, until its process has ended. */
interface Run {
  readonly process: ServiceProcess;
  readonly access: PromiseWithResolvers<RemoteAccess>;
  readonly ended: Promise<void>;
  readonly watchdog: Watchdog;
  /** Takes a start that lasts too long as failed. */
  slow?: NodeJS.Timeout;
}

/** A killed process is gone by then, unless the system itself cannot end it (a dead disk). */
const KILLED_MS = 2_000;
/** The longest that a start may be silent, whatever it says. */
const LONGEST_START_MS = 3_600_000;

/**
 * Runs the embedded service in a process of its own and keeps it running; the states are drawn at
 * `embeddedStateSchema`. A process that ends by itself, or stops answering, is started again as often as the
 * policy allows, a refusal to start is final until somebody asks again.
 */
export function createServiceHost(options: ServiceHostOptions): ServiceHost {
  const host = new EmbeddedService(options);
  const send = (message: ToEmbedded): void => host.send(message);
  const answers = createServiceAnswers({
    ask: (toMessage, timeoutMs, onProgress) => host.ask(toMessage, timeoutMs, onProgress),
    send,
    answerTimeoutMs: options.answerTimeoutMs ?? 5_000,
  });
  return {
    ...answers,
    state: () => host.state,
    readAccess: () => host.readAccess(),
    usePacks: (setup) => send({ type: 'use_packs', setup }),
    prepareLive: (picture) => send({ type: 'prepare_live', picture }),
    start: (recovery) => host.start(recovery),
    stop: () => host.stop(),
  };
}

/** Its process: at most one at a time, because two would fight for the data folder. */
class EmbeddedService {
  readonly #options: ServiceHostOptions;
  readonly #questions = createServiceQuestions();
  #state: EmbeddedState = { state: 'starting' };
  #run: Run | null = null;
  #failure: WireError | null = null;
  #isStopping = false;
  /** Ends with the process that is being replaced. */
  #leaving: Promise<void> | null = null;

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  get state(): EmbeddedState {
    return this.#state;
  }

  send(message: ToEmbedded): void {
    this.#run?.process.send(message);
  }

  readonly ask: AskedService['ask'] = async (toMessage, timeoutMs, onProgress) => {
    if (this.#run === null || this.#state.state !== 'running') {
      throw notRunning();
    }
    const { process } = this.#run;
    return this.#questions.ask((id) => process.send(toMessage(id)), timeoutMs, onProgress);
  };

  async readAccess(): Promise<RemoteAccess> {
    await this.#leaving;
    if (this.#run === null && this.#failure === null && !this.#isStopping) {
      this.#launch();
    }
    if (this.#run !== null) {
      return this.#run.access.promise;
    }
    throw this.#failure === null ? notRunning() : fromWireError(this.#failure);
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
    const { process, ended: gone, watchdog } = this.#run;
    watchdog.stop();
    const stuck = Promise.withResolvers<void>();
    let late = setTimeout(() => {
      process.kill();
      late = setTimeout(stuck.resolve, KILLED_MS);
    }, this.#options.stopTimeoutMs ?? 5_000);
    process.send({ type: 'stop' });
    await Promise.race([gone, stuck.promise]);
    clearTimeout(late);
  }

  #launch(recovery?: Recovery): void {
    const { fork, dataDir, readPacks, startTimeoutMs = 30_000 } = this.#options;
    this.#failure = null;
    const child = fork();
    const exit = Promise.withResolvers<void>();
    const current: Run = {
      process: child,
      access: Promise.withResolvers<RemoteAccess>(),
      ended: exit.promise,
      watchdog: this.#watch(child),
    };
    // Whoever waits is told; without anybody waiting it is no fault of its own.
    current.access.promise.catch(() => undefined);
    this.#run = current;
    this.#limitStart(current, startTimeoutMs);
    child.onMessage((message) => {
      clearTimeout(current.slow);
      this.#receive(current, message);
    });
    child.onExit((code) => {
      clearTimeout(current.slow);
      current.watchdog.stop();
      current.access.reject(
        new AppError('service_unreachable', 'The service of this computer has ended.'),
      );
      exit.resolve();
      this.#noteEnd(current, code);
    });
    child.send({ type: 'start', dataDir, packs: readPacks?.(), recovery });
    this.#enter({ state: 'starting' });
  }

  #watch(child: ServiceProcess): Watchdog {
    return createWatchdog({
      ping: () => {
        child.send({ type: 'ping' });
      },
      onHung: () => {
        this.#options.log('error', 'service.hung');
        child.kill();
      },
      intervalMs: this.#options.pingMs,
    });
  }

  #receive(current: Run, raw: unknown): void {
    const { log, addSecret } = this.#options;
    const parsed = fromEmbeddedSchema.safeParse(raw);
    current.watchdog.answered();
    if (!parsed.success) {
      log('error', 'service.message_unreadable');
    } else if (parsed.data.type === 'pong') {
      return;
    } else if (parsed.data.type === 'preparing') {
      this.#limitStart(current, Math.min(parsed.data.maxDurationMs, LONGEST_START_MS));
    } else if (parsed.data.type === 'failed') {
      this.#fail(parsed.data.error);
    } else if (parsed.data.type === 'started') {
      const { baseUrl, apiKey, mediaSandbox } = parsed.data;
      addSecret(apiKey);
      log('info', 'service.running', { baseUrl });
      current.access.resolve({ baseUrl, apiKey });
      current.watchdog.start();
      this.#enter({ state: 'running', baseUrl, mediaSandbox });
    } else {
      this.#questions.receive(parsed.data);
    }
  }

  #noteEnd(current: Run, code: number): void {
    if (this.#run !== current) {
      return; // It was given up before it ended.
    }
    this.#run = null;
    this.#questions.fail();
    if (this.#isStopping || this.#failure !== null) {
      return;
    }
    this.#options.log('warn', 'service.ended', { code });
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
      current.process.kill();
    }, limitMs);
  }

  /** Kills what is left of a failed start, and starts anew once it is gone. */
  #replace(old: Run, recovery?: Recovery): void {
    this.#run = null;
    this.#failure = null;
    this.#enter({ state: 'starting' });
    this.#leaving = this.#launchAfter(old, recovery);
    old.process.kill();
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

function notRunning(): AppError {
  return new AppError('service_unreachable', 'The service of this computer does not run.');
}
