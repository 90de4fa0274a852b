/** Progress of a pipeline, with its timing. */
export interface PipelineProgress<Stages> {
  readonly frames: number;
  /** End of the last frame, from the beginning of the file. */
  readonly positionUs: number;
  /** Duration that the file states; 0 when unknown. */
  readonly durationUs: number;
  /** 0..1. */
  readonly fraction: number;
  /** Frames per second so far. */
  readonly framesPerSecond: number;
  /** Remaining time at the speed of the last seconds; null while unknown. */
  readonly etaMs: number | null;
  readonly elapsedMs: number;
  readonly stages: Stages;
}

/** Progress of a transcode. */
export type TranscodeProgress = PipelineProgress<StageTimes>;

/** Busy time of each stage in milliseconds. Stages overlap, so the sum may exceed the elapsed time. */
export interface StageTimes {
  readonly decode: number;
  /** Scaling, rotation and conversion to I420. */
  readonly convert: number;
  readonly transform: number;
  readonly encode: number;
}

/** Counts frames and reports progress a few times a second. */
export interface ProgressMeter<Stages> {
  /** Counts a frame that ends at `positionUs`. */
  advance(positionUs: number): void;
  /** Returns the present progress. */
  read(): PipelineProgress<Stages>;
}

/** Interval between two reports. */
const reportEveryMs = 200;
/** Time constant of the moving average of speed that gives the remaining time. */
const memoryMs = 4000;

/** Creates a progress meter; `nowMs` is a monotonic clock. */
export function createProgressMeter<Stages>({
  durationUs,
  stages,
  report,
  nowMs = () => performance.now(),
}: {
  readonly durationUs: number;
  readonly stages: () => Stages;
  readonly report?: ((progress: PipelineProgress<Stages>) => void) | undefined;
  readonly nowMs?: (() => number) | undefined;
}): ProgressMeter<Stages> {
  const startedAtMs = nowMs();
  let frames = 0;
  let positionUs = 0;
  let reportedAtMs = startedAtMs;
  let reportedUs = 0;
  /** Microseconds of video per millisecond of work. */
  let speed: number | null = null;

  function noteSpeed(now: number): void {
    const passedMs = now - reportedAtMs;
    const current = (positionUs - reportedUs) / passedMs;
    const weight = Math.min(1, passedMs / memoryMs);
    speed = speed === null ? current : speed + (current - speed) * weight;
  }

  function read(): PipelineProgress<Stages> {
    const elapsedMs = nowMs() - startedAtMs;
    const leftUs = Math.max(0, durationUs - positionUs);
    return {
      frames,
      positionUs,
      durationUs,
      fraction: durationUs > 0 ? Math.min(1, positionUs / durationUs) : 0,
      framesPerSecond: elapsedMs > 0 ? (frames * 1000) / elapsedMs : 0,
      etaMs: speed === null || speed <= 0 || durationUs <= 0 ? null : leftUs / speed,
      elapsedMs,
      stages: stages(),
    };
  }

  return {
    read,
    advance(endUs) {
      frames += 1;
      positionUs = Math.max(positionUs, endUs);
      const now = nowMs();
      if (now - reportedAtMs >= reportEveryMs) {
        noteSpeed(now);
        reportedAtMs = now;
        reportedUs = positionUs;
        report?.(read());
      }
    },
  };
}
