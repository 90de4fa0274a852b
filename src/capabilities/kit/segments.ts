/* What renders of long videos by segments have in common. */
import type * as z from 'zod';
import { AppError, InvariantError } from '../../base/errors.ts';
import type { JobProgress, JobReport } from '../../contract/job-details.ts';
import { cutFrames } from '../../engine/io/clip-segments.ts';
import type { RenderedSegment, RunContext, RunResult, SegmentPlan } from '../processor.ts';

/** Rendering is what takes long. */
export const joining: JobProgress = { fraction: 0.99, stage: 'finishing', etaMs: null };

/** What renders a video by segments. Each answers null where the video is to be rendered in one go. */
export interface SegmentSteps<Decided> {
  begin(context: RunContext, plan: SegmentPlan): Promise<RunResult | RenderedSegment | null>;
  /** What the first decided for all; null for that of another version. */
  readDecided(state: string | null | undefined): Decided | null;
  /** Renders the segment at a place; `first` is the one at 0. */
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

/** Does one step of a plan. Null where the video is to be rendered in one go. */
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

/** Null where nothing of a segment can be decoded: the video is rendered in one go then. */
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
 * Reports how far all segments are while the first is rendered: those that follow are expected to take `each` times as long, one
 * after the other.
 */
export function toFirstSegmentProgress(
  report: (progress: JobProgress) => void,
  count: number,
  each = 1,
): (progress: JobProgress) => void {
  const startedAtMs = performance.now();
  return ({ fraction, stage, etaMs }) => {
    const wholeMs = performance.now() - startedAtMs + (etaMs ?? 0);
    report({
      fraction: fraction / count,
      stage: stage === 'finishing' ? 'rendering' : stage,
      etaMs: etaMs === null ? null : etaMs + (count - 1) * each * wholeMs,
    });
  };
}

/** A segment that a plan has. */
export function requireSegment<Segment>(segments: readonly Segment[], at: number): Segment {
  const segment = segments[at];
  if (segment === undefined) {
    throw new InvariantError('A segment of the plan is rendered.');
  }
  return segment;
}

/** The frames of each segment of so many; `to` is the first that is not in it. */
export function toFrameRanges(
  count: number,
  cutting: Parameters<typeof cutFrames>[1],
): { readonly from: number; readonly to: number }[] {
  const starts = cutFrames(count, cutting);
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? count }));
}

/** What a run told others as a text; null for nothing and for that of another version. */
export function parseSegmentText<Told>(
  schema: z.ZodType<Told>,
  text: string | null | undefined,
): Told | null {
  return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
}

/** What all segments took together. */
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
