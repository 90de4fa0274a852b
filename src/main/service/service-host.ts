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
import { createServiceAnswers, type ServiceAnswers } from './service-answers.ts';
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
  const { log, startTimeoutMs = 30_000, stopTimeoutMs = 5_000, answerTimeoutMs = 5_000 } = options;
  const questions = createServiceQuestions();
  let state: EmbeddedState = { state: 'starting' };
  let run: Run | null = null;
  let failure: WireError | null = null;
  let isStopping = false;
  /** Ends with the process that is being replaced: two would fight for the data folder. */
  let leaving: Promise<void> | null = null;

  const enter = (next: EmbeddedState): void => {
    state = next;
    options.onState(next);
  };

  const fail = (error: WireError): void => {
    failure = error;
    log('error', 'service.failed', { code: error.code, message: error.message });
    run?.access.reject(fromWireError(error));
    enter({ state: 'failed', error });
  };

  const receive = (current: Run, raw: unknown): void => {
    const parsed = fromEmbeddedSchema.safeParse(raw);
    current.watchdog.heard();
    if (!parsed.success) {
      log('error', 'service.message_unreadable');
    } else if (parsed.data.type === 'pong') {
      return;
    } else if (parsed.data.type === 'preparing') {
      limitStart(current, Math.min(parsed.data.mayTakeMs, LONGEST_START_MS));
    } else if (parsed.data.type === 'failed') {
      fail(parsed.data.error);
    } else if (parsed.data.type === 'started') {
      const { baseUrl, apiKey, mediaSandbox } = parsed.data;
      options.addSecret(apiKey);
      log('info', 'service.running', { baseUrl });
      current.access.resolve({ baseUrl, apiKey });
      current.watchdog.start();
      enter({ state: 'running', baseUrl, mediaSandbox });
    } else {
      questions.take(parsed.data);
    }
  };

  const ended = (current: Run, code: number): void => {
    if (run !== current) {
      return; // It was given up before it ended.
    }
    run = null;
    questions.fail();
    if (isStopping || failure !== null) {
      return;
    }
    log('warn', 'service.ended', { code });
    if (options.restartPolicy() === 'reload') {
      launch();
    } else {
      fail({ code: 'internal_error', message: 'The service of this computer ended too often.' });
    }
  };

  function limitStart(current: Run, limitMs: number): void {
    clearTimeout(current.slow);
    current.slow = setTimeout(() => {
      fail({ code: 'internal_error', message: 'The service of this computer did not start.' });
      current.process.kill();
    }, limitMs);
  }

  function launch(recovery?: Recovery): void {
    failure = null;
    const child = options.fork();
    const exit = Promise.withResolvers<void>();
    const current: Run = {
      process: child,
      access: Promise.withResolvers<RemoteAccess>(),
      ended: exit.promise,
      watchdog: createWatchdog({
        ping: () => {
          child.send({ type: 'ping' });
        },
        onHung: () => {
          log('error', 'service.hung');
          child.kill();
        },
        intervalMs: options.pingMs,
      }),
    };
    // Whoever waits hears of it; without anybody waiting it is no fault of its own.
    current.access.promise.catch(() => undefined);
    run = current;
    limitStart(current, startTimeoutMs);
    child.onMessage((message) => {
      clearTimeout(current.slow);
      receive(current, message);
    });
    child.onExit((code) => {
      clearTimeout(current.slow);
      current.watchdog.stop();
      current.access.reject(
        new AppError('service_unreachable', 'The service of this computer has ended.'),
      );
      exit.resolve();
      ended(current, code);
    });
    child.send({
      type: 'start',
      dataDir: options.dataDir,
      packs: options.readPacks?.(),
      recovery,
    });
    enter({ state: 'starting' });
  }

  /** Kills what is left of a failed start, and starts anew once it is gone. */
  function replace(old: Run, recovery?: Recovery): void {
    run = null;
    failure = null;
    enter({ state: 'starting' });
    leaving = launchAfter(old, recovery);
    old.process.kill();
  }

  async function launchAfter(old: Run, recovery?: Recovery): Promise<void> {
    await old.ended;
    leaving = null;
    if (run === null && !isStopping) {
      launch(recovery);
    }
  }

  const tell = (message: ToEmbedded): void => run?.process.send(message);

  const answers = createServiceAnswers({
    ask: async (toMessage, timeoutMs, onProgress) => {
      if (run === null || state.state !== 'running') {
        throw new AppError('service_unreachable', 'The service of this computer does not run.');
      }
      const { process } = run;
      return questions.ask((id) => process.send(toMessage(id)), timeoutMs, onProgress);
    },
    tell,
    answerTimeoutMs,
  });

  return {
    ...answers,
    state: () => state,
    readAccess: async () => {
      await leaving;
      if (run === null && failure === null && !isStopping) {
        launch();
      }
      if (run !== null) {
        return run.access.promise;
      }
      throw failure === null
        ? new AppError('service_unreachable', 'The service of this computer does not run.')
        : fromWireError(failure);
    },
    usePacks: (setup) => tell({ type: 'use_packs', setup }),
    prepareLive: (picture) => tell({ type: 'prepare_live', picture }),
    start: (recovery) => {
      // A process that refused to start may not have ended yet.
      if (failure !== null && run !== null && !isStopping) {
        replace(run, recovery);
      } else if (run === null && leaving === null && !isStopping) {
        launch(recovery);
      }
      return state;
    },
    stop: async () => {
      isStopping = true;
      if (run === null) {
        return;
      }
      const { process, ended: gone, watchdog } = run;
      watchdog.stop();
      const stuck = Promise.withResolvers<void>();
      let late = setTimeout(() => {
        process.kill();
        late = setTimeout(stuck.resolve, KILLED_MS);
      }, stopTimeoutMs);
      process.send({ type: 'stop' });
      await Promise.race([gone, stuck.promise]);
      clearTimeout(late);
    },
  };
}
