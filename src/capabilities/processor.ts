import type { JsonObject } from '../base/json.ts';
import type { JobFeature } from '../contract/api/features.ts';
import type { JobNote } from '../contract/api/resources/job.ts';
import type { JobHints } from '../contract/job-hints.ts';
import type { JobProgress, JobReport } from '../contract/job-details.ts';
import type { PackSetup } from '../contract/model-packs.ts';
import type { MediaInfo, FileKind, InputFile } from './media-file.ts';

/** Stage of an identity swap that a worker runs. */
export type WorkStage = 'extracting' | 'placing_character' | 'rendering_motion';

/** One run of a processor: a whole job, or one stage of an identity swap in advanced mode. */
export interface RunContext {
  readonly jobId: string;
  readonly feature: JobFeature;
  /** Validated request body. */
  readonly input: JsonObject;
  /** Hints beside the request; absent when there are none. */
  readonly hints?: JobHints | undefined;
  /** Files of all uploads in the body, by `file_key`. */
  readonly files: Readonly<Record<string, InputFile>>;
  /**
   * Stage of the run: `extracting` returns the extracted frame, `placing_character` the swapped still,
   * `rendering_motion` the final video; null runs everything in one go.
   */
  readonly stage: WorkStage | null;
  /** Still of the previous stage; null in the first one. */
  readonly preview: InputFile | null;
  /** Folder of models with the choice from it; null when none is set up. */
  readonly packs: PackSetup | null;
  /** Version of the rendering program; absent when it renders alone. */
  readonly version?: string | undefined;
  /** Empty folder for the results of this run, deleted after it. */
  readonly folder: string;
  /** Cancels the run, which must stop at once. The process is killed shortly after. */
  readonly signal: AbortSignal;
  /** Reports the progress of the run. May be called at any rate. */
  report(progress: JobProgress): void;
}

/** Result of a run. */
export interface RunResult {
  /** The final file, or the still of an intermediate stage. */
  readonly output: {
    /** Path inside {@link RunContext.folder}. */
    readonly path: string;
    readonly kind: FileKind;
    readonly mime: string;
    /** File extension without a dot. */
    readonly extension: string;
    readonly facts: MediaInfo;
  };
  /** Billed length of the output in whole microseconds; 0 for flat-rate calls. */
  readonly outputUs: number;
  /** Engines that ran, and why no better ones did; shown with the job. */
  readonly report: JobReport;
  /** Deviations from the request; shown with the job resource. */
  readonly notes?: readonly JobNote[] | undefined;
}

/**
 * Segment of a video that was rendered on its own and waits for joining. The first may hold prepared values for all
 * others instead of video.
 */
export interface RenderedSegment {
  /** Path inside {@link RunContext.folder} of the run that made it. */
  readonly path: string;
  /** Facts for the worker that joins the segments; {@link segmentTexts} limits their length. */
  readonly facts: string;
  /** State that the first segment hands to all others; null in later segments, and when there is none. */
  readonly state: string | null;
  /** Number of segments; set by the first. */
  readonly count?: number | undefined;
}

/** Maximum length of the texts of a {@link RenderedSegment}: those of hours of video fit into one message. */
export const segmentTexts = { facts: 100_000, state: 1_000_000 } as const;

/** Step of rendering a video by segments. */
export interface SegmentPlan {
  /** Approximate length of a segment. */
  readonly lengthUs: number;
  /**
   * `begin`: the first segment with its decisions, or the whole of a video that is not rendered by segments. A number:
   * the segment at this index. `join`: the result of all segments.
   */
  readonly step: 'begin' | number | 'join';
  /** Rendered segments: none for `begin`, the first for a number, all in order for `join`. */
  readonly done: readonly RenderedSegment[];
}

/**
 * Processes one feature in a worker process. Throws `AppError` with a failure code of jobs (`face_not_detected`,
 * `content_rejected` …) when the inputs cannot give a result; any other error becomes `processing_failed`.
 */
export interface Processor {
  readonly feature: JobFeature;
  run(context: RunContext): Promise<RunResult>;
  /**
   * Runs one step by segments, many of them at the same time. The result depends on input and plan only, not on the
   * worker of each segment, nor on interrupted runs. `whole` means that the rendered segments cannot be used, for
   * example after a version change: {@link run} does the job.
   */
  runSegment?(
    context: RunContext,
    plan: SegmentPlan,
  ): Promise<RunResult | RenderedSegment | 'whole'>;
}

/** Registered processor. The service reads only `feature`; `load` loads models and media code inside a worker. */
export interface ProcessorEntry {
  readonly feature: JobFeature;
  /**
   * Checks a valid request in the service, before payment: throws `invalid_input` for requests that this processor
   * cannot do with the chosen models. Reads only the files of the models.
   */
  check?(input: JsonObject, packs: PackSetup | null): Promise<void>;
  load(): Promise<Processor>;
}

/** Exports of a registry module. */
export interface ProcessorModule {
  readonly processors: readonly ProcessorEntry[];
}
