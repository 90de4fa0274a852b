import { AppError } from '../../base/errors.ts';
import type { ChangePreview, PreviewWords } from '../../contract/change-preview.ts';
import type {
  ConversionChoice,
  ConversionTarget,
  ConvertedSound,
} from '../../contract/conversion.ts';
import { conversionProgressSchema, type InspectedFile } from '../../contract/embedded.ts';
import type { Inspection } from '../../contract/inspection.ts';
import type { JobHints } from '../../contract/job-hints.ts';
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
import type { CallService, QuestionWatch } from './call-service.ts';

/** A recording that becomes one in another voice, with full paths. */
export interface RecordingWork {
  readonly choice: ConversionChoice;
  readonly path: string;
  readonly outputPath: string;
}

/** Queries of the embedded service beyond its API. */
export interface ServiceQueries {
  /**
   * Details of a job beyond the API; null when the service does not run, does not know the job or does not
   * answer in time.
   */
  readonly readDetails: (jobId: string) => Promise<JobDetails | null>;
  /** Hints for the job that a submit with a key is about to make. Throws `service_unreachable`. */
  readonly hintJob: (idempotencyKey: string, hints: JobHints) => Promise<void>;
  /** Lists a model folder. Throws `service_unreachable` when the service does not run or answer. */
  readonly listPacks: (folder: string) => Promise<ListedPacks>;
  /** Measures the speed of selected packs. Throws the errors of `measureChoice`, and `service_unreachable`. */
  readonly measurePacks: (setup: PackSetup) => Promise<MeasuredPacks>;
  /** Lists its voices with details that the REST API lacks. Throws `service_unreachable`. */
  readonly listVoices: () => Promise<KnownVoices>;
  /** Chooses the voice for a script. Throws `invalid_input`, and `service_unreachable`. */
  readonly planSpeech: (question: SpeechQuestion) => Promise<SpeechPlan>;
  /** Speaks a sentence into a WAV file. Throws what `planSpeech` throws, and `processing_failed`. */
  readonly speakSample: (question: SampleQuestion, path: string) => Promise<SpokenSample>;
  /** Inspects a file. Throws its fault, `processing_failed`, and `service_unreachable`. */
  readonly inspectFile: (request: InspectedFile) => Promise<Inspection>;
  /** Previews a text instruction on small copies of files. Throws as `inspectFile`, and `face_not_detected`. */
  readonly previewChange: (paths: readonly string[], words: PreviewWords) => Promise<ChangePreview>;
  /** The voices that recordings are converted to. Throws `service_unreachable`. */
  readonly listTargets: () => Promise<readonly ConversionTarget[]>;
  /** Converts a recording. Throws its fault, `cancelled`, and `service_unreachable`. */
  readonly convertRecording: (
    work: RecordingWork,
    watch: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
  ) => Promise<ConvertedSound>;
  /** Measures the stored content of the user. Throws `service_unreachable`. */
  readonly measureStore: () => Promise<StoreContents>;
  /**
   * Deletes contents with everything made of them. Throws `service_unreachable`, and the reason of a failure.
   */
  readonly deleteContent: (sha256s: readonly string[]) => Promise<DeletedContent>;
  /** Deletes uploads that no unfinished job reads. Throws `service_unreachable`. */
  readonly deleteUploads: () => Promise<void>;
  /** Deletes damaged databases that were set aside. Throws `service_unreachable`. */
  readonly deleteSetAside: () => Promise<void>;
}

/** Headers of many files on a slow disk. */
const LIST_MS = 60_000;
/** The service gives up before. */
const MEASURE_MS = 310_000;
/** The service gives up before. */
const SPEAK_MS = 35_000;
/** Many files wait for each other; the service gives each a minute. */
const INSPECT_MS = 600_000;
/** Longer than the service's own timeout for a silent conversion. */
const CONVERT_MS = 310_000;
/** Running jobs end first, and a large database is rewritten. */
const DELETE_MS = 120_000;

/** Creates the queries; the service answers those from memory within `answerTimeoutMs`. */
export function createServiceQueries(
  callService: CallService,
  answerTimeoutMs: number,
): ServiceQueries {
  const within = (silenceMs: number): QuestionWatch => ({ silenceMs });
  const soon = within(answerTimeoutMs);
  return {
    readDetails: async (jobId) => {
      try {
        return await callService('readDetails', jobId, soon);
      } catch (error) {
        if (error instanceof AppError) {
          return null; // Asked again while the job is watched.
        }
        throw error;
      }
    },
    hintJob: (idempotencyKey, hints) => callService('hintJob', { idempotencyKey, hints }, soon),
    listPacks: (folder) => callService('listPacks', folder, within(LIST_MS)),
    measurePacks: (setup) => callService('measurePacks', setup, within(MEASURE_MS)),
    listVoices: () => callService('listVoices', undefined, soon),
    planSpeech: (question) => callService('planSpeech', question, within(SPEAK_MS)),
    speakSample: (question, path) =>
      callService('speakSample', { question, path }, within(SPEAK_MS)),
    inspectFile: (request) => callService('inspectFile', request, within(INSPECT_MS)),
    previewChange: (paths, words) =>
      callService('previewChange', { paths: [...paths], words }, within(INSPECT_MS)),
    listTargets: () => callService('listTargets', undefined, within(LIST_MS)),
    convertRecording: (work, { signal, onProgress }) =>
      callService('convertRecording', work, {
        silenceMs: CONVERT_MS,
        signal,
        onProgress: (fraction) => onProgress(conversionProgressSchema.parse(fraction)),
      }),
    measureStore: () => callService('measureStore', undefined, soon),
    deleteContent: (sha256s) => callService('deleteContent', [...sha256s], within(DELETE_MS)),
    deleteUploads: () => callService('deleteUploads', undefined, within(DELETE_MS)),
    deleteSetAside: () => callService('deleteSetAside', undefined, within(DELETE_MS)),
  };
}
