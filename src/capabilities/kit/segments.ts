/** Shared code of rendering long videos by segments. */
import type * as z from 'zod';
import { AppError, InvariantError } from '../../base/errors.ts';
import type { JobProgress, JobReport } from '../../contract/job-details.ts';
import { cutFrames } from '../../engine/io/video/clip-segments.ts';
import type { RenderedSegment, RunContext, RunResult, SegmentPlan } from '../processor.ts';

/** Progress of joining; rendering takes most of the time. */
export const joining: JobProgress = { fraction: 0.99, phase: 'finishing', etaMs: null };

/** Steps of rendering a video by segments. Each returns null when the video must be rendered in one go. */
export interface SegmentSteps<Decided> {
  begin(context: RunContext, plan: SegmentPlan): Promise<RunResult | RenderedSegment | null>;
  /** Parses the decisions of the first segment; null for those of another version. */
  readDecided(state: string | null | undefined): Decided | null;
  /** Renders the segment at index `at`; `first` is the one at index 0. */
  renderLater(
    context: RunContext,
    decided: Decided,
    later: { readonly at: number; readonly first: RenderedSegment },
  ): Promise<RenderedSegment | null>;
  joinAll(
    context: RunContext,
    decided: Decided,
    done: readonly RenderedSegment[],
  ): Promise<RunResult | null>;
}

/** Runs one step of a plan. Returns null when the video must be rendered in one go. */
export async function runSegmentStep<Decided>(
  context: RunContext,
  plan: SegmentPlan,
  steps: SegmentSteps<Decided>,
): Promise<RunResult | RenderedSegment | null> {
  const { step, done } = plan;
  if (step === 'begin') {
    return steps.begin(context, plan);
  }
  const [first] = done;
  const decided = steps.readDecided(first?.state);
  if (first === undefined || decided === null) {
    return null;
  }
  return typeof step === 'number'
    ? steps.renderLater(context, decided, { at: step, first })
    : steps.joinAll(context, decided, done);
}

/** Runs `work`; returns null when a segment cannot be decoded, so that the video is rendered in one go. */
export async function nullIfUndecodable<Made>(work: () => Promise<Made>): Promise<Made | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported_format') {
      return null;
    }
    throw error;
  }
}

/**
 * Creates a reporter of the progress over all segments during the first: later ones are expected to take `each` times
 * as long, in sequence.
 */
export function toFirstSegmentProgress(
  report: (progress: JobProgress) => void,
  count: number,
  each = 1,
): (progress: JobProgress) => void {
  const startedAtMs = performance.now();
  return ({ fraction, phase, etaMs }) => {
    const wholeMs = performance.now() - startedAtMs + (etaMs ?? 0);
    report({
      fraction: fraction / count,
      phase: phase === 'finishing' ? 'rendering' : phase,
      etaMs: etaMs === null ? null : etaMs + (count - 1) * each * wholeMs,
    });
  };
}

/** Returns a segment of the plan by its index. */
export function requireSegment<Segment>(segments: readonly Segment[], at: number): Segment {
  const segment = segments[at];
  if (segment === undefined) {
    throw new InvariantError('A segment of the plan is rendered.');
  }
  return segment;
}

/** Returns the frame range of each segment; `to` is exclusive. */
export function toFrameRanges(
  count: number,
  cutting: Parameters<typeof cutFrames>[1],
): { readonly from: number; readonly to: number }[] {
  const starts = cutFrames(count, cutting);
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? count }));
}

/** Parses the text of another run; null for none and for text of another version. */
export function parseSegmentText<Told>(
  schema: z.ZodType<Told>,
  text: string | null | undefined,
): Told | null {
  return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
}

/** Sums the times of all segments. */
export function sumStageDurations(
  all: readonly Pick<JobReport, 'stages' | 'wallMs'>[],
): Pick<JobReport, 'stages' | 'wallMs'> {
  const spent = new Map<string, number>();
  for (const { name, durationMs } of all.flatMap(({ stages }) => stages)) {
    spent.set(name, (spent.get(name) ?? 0) + durationMs);
  }
  return {
    stages: [...spent].map(([name, durationMs]) => ({ name, durationMs })),
    wallMs: all.reduce((sum, { wallMs }) => sum + wallMs, 0),
  };
}
