/* What renders of long videos by segments have in common. */
import type { JobProgress, JobReport } from '../../contract/job-details.ts';
import { AppError } from '../../base/errors.ts';

/** Null where nothing of a segment can be decoded: the video is rendered in one go then. */
export async function wholeWhereUndecodable<Made>(work: () => Promise<Made>): Promise<Made | null> {
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
export function ofFirst(
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

/** What the stages of all segments took together. */
export function addStages(
  all: readonly { readonly stages: JobReport['stages'] }[],
): JobReport['stages'] {
  const spent = new Map<string, number>();
  for (const { name, durationMs } of all.flatMap(({ stages }) => stages)) {
    spent.set(name, (spent.get(name) ?? 0) + durationMs);
  }
  return [...spent].map(([name, durationMs]) => ({ name, durationMs }));
}
