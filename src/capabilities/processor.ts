import type { JsonObject } from '../base/json.ts';
import type { JobFeature } from '../contract/api/features.ts';
import type { JobNote } from '../contract/api/resources/job.ts';
import type { JobHints } from '../contract/job-hints.ts';
import type { JobProgress, JobReport } from '../contract/job-details.ts';
import type { PackSetup } from '../contract/model-packs.ts';
import type { MediaInfo, FileKind, InputFile } from './media-file.ts';

/** A stage of an identity swap in which a worker works. */
export type WorkStage = 'extracting' | 'placing_character' | 'rendering_motion';

/** One run of a processor: a whole job, or one stage of an identity swap in advanced mode. */
export interface RunContext {
  readonly jobId: string;
  readonly feature: JobFeature;
  /** Validated request body. */
  readonly input: JsonObject;
  /** What was said beside the request; absent where that is nothing. */
  readonly hints?: JobHints | undefined;
  /** Every upload the body names, by `file_key`. */
  readonly files: Readonly<Record<string, InputFile>>;
  /**
   * `extracting` has to deliver the extracted frame, `placing_character` the swapped still,
   * `rendering_motion` the final video; null does everything in one go.
   */
  readonly stage: WorkStage | null;
  /** Still of the stage before; null in the first one. */
  readonly preview: InputFile | null;
  /** The folder of models and what is chosen of it; null where none is set up. */
  readonly packs: PackSetup | null;
  /** Of the program that renders; absent where it renders alone. */
  readonly version?: string | undefined;
  /** Empty folder of this run alone; gone after it. Results are written here. */
  readonly folder: string;
  /** Stop at once: the result is not wanted any more. The process is killed shortly after. */
  readonly signal: AbortSignal;
  /** Tells how far the run is. May be called as often as one likes. */
  report(progress: JobProgress): void;
}

/** What a run made. */
export interface RunResult {
  /** The final file, or the still of an intermediate stage. */
  readonly output: {
    /** Inside {@link RunContext.folder}. */
    readonly path: string;
    readonly kind: FileKind;
    readonly mime: string;
    /** Without a dot. */
    readonly extension: string;
    readonly facts: MediaInfo;
  };
  /** Length of the output in whole microseconds, which is what is billed; 0 where a call is billed flat. */
  readonly outputUs: number;
  /** Which engines really ran, and why not a better one; shown with the job. */
  readonly report: JobReport;
  /** How the result differs from what was asked for; the job resource shows them. */
  readonly notes?: readonly JobNote[] | undefined;
}

/**
 * A part of a video that was rendered by itself and waits to be joined with the others. The first may hold prepared values for
 * all others instead of video.
 */
export interface RenderedSegment {
  /** Inside {@link RunContext.folder} where it was just made. */
  readonly path: string;
  /** Facts for the worker that joins the segments; {@link segmentTexts} limits their length. */
  readonly facts: string;
  /** State that the first segment hands to all others; null in those, and where there is none. */
  readonly state: string | null;
  /** Number of segments; set by the first. */
  readonly count?: number | undefined;
}

/** Most letters of the texts of a {@link RenderedSegment}: those of hours of video fit into one message. */
export const segmentTexts = { facts: 100_000, state: 1_000_000 } as const;

/** What a run does of a video that is rendered by segments. */
export interface SegmentPlan {
  /** How long a segment is, about. */
  readonly lengthUs: number;
  /**
   * `begin`: the first segment, and what it decides for all, or all of a video that is not rendered by segments. A number:
   * the segment at this place. `join`: all segments become the result.
   */
  readonly step: 'begin' | number | 'join';
  /** What is rendered: nothing for `begin`, the first for a number, all in order for `join`. */
  readonly done: readonly RenderedSegment[];
}

/**
 * Does the work of one feature in a worker process. Throws `AppError` with a failure code of jobs
 * (`face_not_detected`, `content_rejected` …) when the inputs cannot give a result; any other error
 * becomes `processing_failed`.
 */
export interface Processor {
  readonly feature: JobFeature;
  run(context: RunContext): Promise<RunResult>;
  /**
   * The same by segments: each run does one step, many of them at the same time. What comes out depends on
   * input and plan alone, not on who renders which segment, nor on runs that were cut off. `whole`: what is rendered is of no use,
   * as by another version; the job is done by {@link run}.
   */
  runSegment?(
    context: RunContext,
    plan: SegmentPlan,
  ): Promise<RunResult | RenderedSegment | 'whole'>;
}

/**
 * A processor that is there. The service itself reads only `feature`; models and media code are loaded
 * by `load`, inside a worker.
 */
export interface ProcessorEntry {
  readonly feature: JobFeature;
  /**
   * Looks at a request that is valid, in the service, before anything is paid: throws `invalid_input` for what this
   * processor cannot do at all, with the models that are chosen. Reads no file but theirs.
   */
  check?(input: JsonObject, packs: PackSetup | null): Promise<void>;
  load(): Promise<Processor>;
}

/** What a registry module has to export. */
export interface ProcessorModule {
  readonly processors: readonly ProcessorEntry[];
}
