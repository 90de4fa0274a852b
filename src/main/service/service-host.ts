import { AppError, fromWireError, invariant, type WireError } from '../../base/errors.ts';
import {
  type EmbeddedState,
  fromEmbeddedSchema,
  type ToEmbedded,
} from '../../contract/embedded.ts';
import type {
  ConversionChoice,
  ConversionTarget,
  ConvertedSound,
} from '../../contract/conversion.ts';
import type { JobDetails } from '../../contract/job-details.ts';
import type { ListedPacks, MeasuredPacks, PackSetup } from '../../contract/model-packs.ts';
import type {
  KnownVoices,
  SampleQuestion,
  SpeechPlan,
  SpeechQuestion,
  SpokenSample,
} from '../../contract/speech.ts';
import type { Log } from '../log/log.ts';
import type { RemoteAccess } from '../profiles/profile-store.ts';
import { createServiceQuestions } from './service-questions.ts';

/** The process the service runs in, whatever starts it. */
export interface ServiceProcess {
  send(message: ToEmbedded): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
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
}

/** A recording that becomes one in another voice, with full paths. */
export interface RecordingWork {
  readonly choice: ConversionChoice;
  readonly path: string;
  readonly outputPath: string;
}

/** The embedded service as main holds it. */
export interface ServiceHost {
  readonly state: () => EmbeddedState;
  /**
   * Address and key of the running service; starts it when nobody did yet, and waits. Never leaves main.
   * @throws AppError what kept it from starting.
   */
  readonly readAccess: () => Promise<RemoteAccess>;
  /**
   * What it knows of a job beyond its API; null when it does not run, knows nothing of the job or does
   * not answer in time.
   */
  readonly readDetails: (jobId: string) => Promise<JobDetails | null>;
  /** What lies in a folder of models. Throws `service_unreachable` when it does not run or answer. */
  readonly listPacks: (folder: string) => Promise<ListedPacks>;
  /** How fast a choice is. Throws what `measureChoice` throws, and `service_unreachable`. */
  readonly measurePacks: (setup: PackSetup) => Promise<MeasuredPacks>;
  /** Its voices with what the REST API does not tell. Throws `service_unreachable`. */
  readonly listVoices: () => Promise<KnownVoices>;
  /** Who would speak a script. Throws `invalid_input`, and `service_unreachable`. */
  readonly planSpeech: (question: SpeechQuestion) => Promise<SpeechPlan>;
  /** Speaks a sentence into a WAV file. Throws what `planSpeech` throws, and `processing_failed`. */
  readonly speakSample: (question: SampleQuestion, path: string) => Promise<SpokenSample>;
  /** The voices that recordings are converted to. Throws `service_unreachable`. */
  readonly listTargets: () => Promise<readonly ConversionTarget[]>;
  /** Converts a recording. Throws what is wrong with it, `cancelled`, and `service_unreachable`. */
  readonly convertRecording: (
    work: RecordingWork,
    watch: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
  ) => Promise<ConvertedSound>;
  /** Jobs that begin from now on use these models; without effect while it does not run. */
  readonly usePacks: (setup: PackSetup) => void;
  /** A live swap is likely to begin soon, with the character of this picture; without effect while it does not run. */
  readonly prepareLive: (picture: string | null) => void;
  /** Starts it, also after it failed. A running one goes on. */
  readonly start: () => EmbeddedState;
  /** Lets it give running jobs back and end; ends it by force when that takes too long. Once. */
  readonly stop: () => Promise<void>;
}

/** Headers of many files on a slow disk. */
const LIST_MS = 60_000;
/** The service gives up before. */
const MEASURE_MS = 310_000;

/** The service gives up before. */
const SPEAK_MS = 35_000;

/** The service gives up before, when it hears nothing of a conversion for so long. */
const CONVERT_MS = 310_000;

/** One start of the service, until its process has ended. */
interface Run {
  readonly process: ServiceProcess;
  readonly access: PromiseWithResolvers<RemoteAccess>;
  readonly ended: Promise<void>;
}

/**
 * Runs the embedded service in a process of its own and keeps it running; the states are drawn at
 * `embeddedStateSchema`. A process that ends by itself is started again as often as the policy allows,
 * a refusal to start is final until somebody asks again.
 */
export function createServiceHost(options: ServiceHostOptions): ServiceHost {
  const { log, startTimeoutMs = 30_000, stopTimeoutMs = 5_000, answerTimeoutMs = 5_000 } = options;
  const questions = createServiceQuestions();
  let state: EmbeddedState = { state: 'starting' };
  let run: Run | null = null;
  let failure: WireError | null = null;
  let isStopping = false;

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
    if (!parsed.success) {
      log('error', 'service.message_unreadable');
    } else if (parsed.data.type === 'failed') {
      fail(parsed.data.error);
    } else if (parsed.data.type === 'started') {
      const { baseUrl, apiKey } = parsed.data;
      options.addSecret(apiKey);
      log('info', 'service.running', { baseUrl });
      current.access.resolve({ baseUrl, apiKey });
      enter({ state: 'running', baseUrl });
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

  function launch(): void {
    failure = null;
    const child = options.fork();
    const exit = Promise.withResolvers<void>();
    const current: Run = {
      process: child,
      access: Promise.withResolvers<RemoteAccess>(),
      ended: exit.promise,
    };
    // Whoever waits hears of it; without anybody waiting it is no fault of its own.
    current.access.promise.catch(() => undefined);
    run = current;
    const slow = setTimeout(() => {
      fail({ code: 'internal_error', message: 'The service of this computer did not start.' });
      child.kill();
    }, startTimeoutMs);
    child.onMessage((message) => {
      clearTimeout(slow);
      receive(current, message);
    });
    child.onExit((code) => {
      clearTimeout(slow);
      current.access.reject(
        new AppError('service_unreachable', 'The service of this computer has ended.'),
      );
      exit.resolve();
      ended(current, code);
    });
    child.send({ type: 'start', dataDir: options.dataDir, packs: options.readPacks?.() });
    enter({ state: 'starting' });
  }

  async function ask(
    toMessage: (id: string) => ToEmbedded,
    timeoutMs: number,
    onProgress?: (share: number) => void,
  ) {
    if (run === null || state.state !== 'running') {
      throw new AppError('service_unreachable', 'The service of this computer does not run.');
    }
    const { process } = run;
    return questions.ask((id) => process.send(toMessage(id)), timeoutMs, onProgress);
  }

  return {
    state: () => state,
    readAccess: async () => {
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
    readDetails: async (jobId) => {
      try {
        const answer = await ask((id) => ({ type: 'details', id, jobId }), answerTimeoutMs);
        return answer.type === 'details' ? answer.details : null;
      } catch (error) {
        if (error instanceof AppError) {
          return null; // Asked again while the job is watched.
        }
        throw error;
      }
    },
    listPacks: async (folder) => {
      const answer = await ask((id) => ({ type: 'list_packs', id, folder }), LIST_MS);
      invariant(answer.type === 'list_packs', 'an answer has the type of its question');
      return answer.list;
    },
    measurePacks: async (setup) => {
      const answer = await ask((id) => ({ type: 'measure_packs', id, setup }), MEASURE_MS);
      invariant(answer.type === 'measure_packs', 'an answer has the type of its question');
      return answer.measured;
    },
    listVoices: async () => {
      const answer = await ask((id) => ({ type: 'list_voices', id }), answerTimeoutMs);
      invariant(answer.type === 'list_voices', 'an answer has the type of its question');
      return answer.voices;
    },
    planSpeech: async (question) => {
      const answer = await ask((id) => ({ type: 'plan_speech', id, question }), SPEAK_MS);
      invariant(answer.type === 'plan_speech', 'an answer has the type of its question');
      return answer.plan;
    },
    speakSample: async (question, path) => {
      const answer = await ask((id) => ({ type: 'speak_sample', id, question, path }), SPEAK_MS);
      invariant(answer.type === 'speak_sample', 'an answer has the type of its question');
      return answer.sample;
    },
    listTargets: async () => {
      const answer = await ask((id) => ({ type: 'list_targets', id }), LIST_MS);
      invariant(answer.type === 'list_targets', 'an answer has the type of its question');
      return answer.targets;
    },
    convertRecording: async (work, { signal, onProgress }) => {
      if (signal.aborted) {
        throw new AppError('cancelled', 'The conversion was cancelled.');
      }
      let stop = (): void => undefined;
      try {
        const toMessage = (id: string): ToEmbedded => {
          stop = () => run?.process.send({ type: 'cancel_conversion', id });
          signal.addEventListener('abort', stop, { once: true });
          return { type: 'convert_recording', id, ...work };
        };
        const answer = await ask(toMessage, CONVERT_MS, onProgress);
        invariant(answer.type === 'convert_recording', 'an answer has the type of its question');
        return answer.converted;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    usePacks: (setup) => {
      run?.process.send({ type: 'use_packs', setup });
    },
    prepareLive: (picture) => {
      run?.process.send({ type: 'prepare_live', picture });
    },
    start: () => {
      // A process that refused to start may not have ended yet.
      if (failure !== null && run !== null) {
        run.process.kill();
        run = null;
      }
      if (run === null && !isStopping) {
        launch();
      }
      return state;
    },
    stop: async () => {
      isStopping = true;
      if (run === null) {
        return;
      }
      const { process, ended: gone } = run;
      const late = setTimeout(() => {
        process.kill();
      }, stopTimeoutMs);
      process.send({ type: 'stop' });
      await gone;
      clearTimeout(late);
    },
  };
}
