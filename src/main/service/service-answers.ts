import { AppError, invariant } from '../../base/errors.ts';
import type {
  ConversionChoice,
  ConversionTarget,
  ConvertedSound,
} from '../../contract/conversion.ts';
import type { ToEmbedded } from '../../contract/embedded.ts';
import type { JobDetails } from '../../contract/job-details.ts';
import type { ListedPacks, MeasuredPacks, PackSetup } from '../../contract/model-packs.ts';
import type { DeletedContent, StoreContents } from '../../contract/store-contents.ts';
import type {
  KnownVoices,
  SampleQuestion,
  SpeechPlan,
  SpeechQuestion,
  SpokenSample,
} from '../../contract/speech.ts';
import type { ServiceAnswer } from './service-questions.ts';

/** A recording that becomes one in another voice, with full paths. */
export interface RecordingWork {
  readonly choice: ConversionChoice;
  readonly path: string;
  readonly outputPath: string;
}

/** What the embedded service is asked beyond its API. */
export interface ServiceAnswers {
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
    watch: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
  ) => Promise<ConvertedSound>;
  /** What it keeps for the user. Throws `service_unreachable`. */
  readonly measureStore: () => Promise<StoreContents>;
  /** Deletes contents with all that was made of them. Throws `service_unreachable`, and what kept it from that. */
  readonly deleteContent: (sha256s: readonly string[]) => Promise<DeletedContent>;
  /** Deletes uploads that no unfinished job reads. Throws `service_unreachable`. */
  readonly deleteUploads: () => Promise<void>;
  /** Deletes damaged databases that were set aside. Throws `service_unreachable`. */
  readonly deleteSetAside: () => Promise<void>;
}

/** The running service, to be asked and told. */
export interface AskedService {
  /** Throws what it refused with, and `service_unreachable` when it does not run or answer in time. */
  readonly ask: (
    toMessage: (id: string) => ToEmbedded,
    timeoutMs: number,
    onProgress?: (fraction: number) => void,
  ) => Promise<ServiceAnswer>;
  /** Without effect while it does not run. */
  readonly send: (message: ToEmbedded) => void;
  /** How long it may take to say what it knows. */
  readonly answerTimeoutMs: number;
}

/** Headers of many files on a slow disk. */
const LIST_MS = 60_000;
/** The service gives up before. */
const MEASURE_MS = 310_000;
/** The service gives up before. */
const SPEAK_MS = 35_000;
/** The service gives up before, when it hears nothing of a conversion for so long. */
const CONVERT_MS = 310_000;
/** Running jobs end first, and a large database is rewritten. */
const DELETE_MS = 120_000;

/** Puts questions to a service. */
export function createServiceAnswers({ ask, send, answerTimeoutMs }: AskedService): ServiceAnswers {
  async function askFor<Type extends ServiceAnswer['type']>(
    type: Type,
    ...question: Parameters<AskedService['ask']>
  ): Promise<Extract<ServiceAnswer, { type: Type }>> {
    const answer = await ask(...question);
    invariant(isOf(answer, type), 'an answer has the type of its question');
    return answer;
  }

  return {
    readDetails: async (jobId) => {
      try {
        const toMessage = (id: string) => ({ type: 'details', id, jobId }) as const;
        return (await askFor('details', toMessage, answerTimeoutMs)).details;
      } catch (error) {
        if (error instanceof AppError) {
          return null; // Asked again while the job is watched.
        }
        throw error;
      }
    },
    listPacks: async (folder) =>
      (await askFor('list_packs', (id) => ({ type: 'list_packs', id, folder }), LIST_MS)).list,
    measurePacks: async (setup) => {
      const toMessage = (id: string) => ({ type: 'measure_packs', id, setup }) as const;
      return (await askFor('measure_packs', toMessage, MEASURE_MS)).measured;
    },
    listVoices: async () =>
      (await askFor('list_voices', (id) => ({ type: 'list_voices', id }), answerTimeoutMs)).voices,
    planSpeech: async (question) => {
      const toMessage = (id: string) => ({ type: 'plan_speech', id, question }) as const;
      return (await askFor('plan_speech', toMessage, SPEAK_MS)).plan;
    },
    speakSample: async (question, path) => {
      const toMessage = (id: string) => ({ type: 'speak_sample', id, question, path }) as const;
      return (await askFor('speak_sample', toMessage, SPEAK_MS)).sample;
    },
    listTargets: async () =>
      (await askFor('list_targets', (id) => ({ type: 'list_targets', id }), LIST_MS)).targets,
    measureStore: async () =>
      (await askFor('measure_store', (id) => ({ type: 'measure_store', id }), answerTimeoutMs))
        .contents,
    deleteContent: async (sha256s) => {
      const toMessage = (id: string): ToEmbedded => ({
        type: 'delete_content',
        id,
        sha256s: [...sha256s],
      });
      return (await askFor('delete_content', toMessage, DELETE_MS)).deleted;
    },
    deleteUploads: async () => {
      await askFor('delete_uploads', (id) => ({ type: 'delete_uploads', id }), DELETE_MS);
    },
    deleteSetAside: async () => {
      await askFor('delete_set_aside', (id) => ({ type: 'delete_set_aside', id }), DELETE_MS);
    },
    convertRecording: async (work, { signal, onProgress }) => {
      if (signal.aborted) {
        throw new AppError('cancelled', 'The conversion was cancelled.');
      }
      let stop = (): void => undefined;
      try {
        const toMessage = (id: string): ToEmbedded => {
          stop = () => send({ type: 'cancel_conversion', id });
          signal.addEventListener('abort', stop, { once: true });
          return { type: 'convert_recording', id, ...work };
        };
        return (await askFor('convert_recording', toMessage, CONVERT_MS, onProgress)).converted;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

function isOf<Type extends ServiceAnswer['type']>(
  answer: ServiceAnswer,
  type: Type,
): answer is Extract<ServiceAnswer, { type: Type }> {
  return answer.type === type;
}
