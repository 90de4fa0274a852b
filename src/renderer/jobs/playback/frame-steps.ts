import type { JobReport } from '../../../contract/job-details.ts';

/** Length of a frame of which nothing is known, in seconds. */
const usualFrameS = 1 / 30;

/** Part of a video in seconds. */
export interface TimeSpan {
  readonly fromS: number;
  readonly toS: number;
}

/** Length of a frame in seconds: by the frames that were counted, else the shortest that was seen, else a usual one. */
export function toFrameLengthS(
  frames: JobReport['frames'],
  durationS: number,
  seenS: number | null,
): number {
  return frames !== null && frames.total > 0 && durationS > 0
    ? durationS / frames.total
    : (seenS ?? usualFrameS);
}

/** Time in the middle of the frame `count` frames away, so that rounding does not matter in either video. */
export function stepTo(timeS: number, count: number, frameS: number, durationS: number): number {
  const last = Math.max(0, Math.round(durationS / frameS) - 1);
  const frame = Math.floor(timeS / frameS + 1e-3) + count;
  return (Math.min(last, Math.max(0, frame)) + 0.5) * frameS;
}

/** Unchanged spans of a result, clipped to its length. */
export function listMarks(frames: JobReport['frames'], durationS: number): readonly TimeSpan[] {
  return (frames?.untouched ?? [])
    .map(({ fromUs, toUs }) => ({ fromS: fromUs / 1e6, toS: Math.min(durationS, toUs / 1e6) }))
    .filter(({ fromS, toS }) => fromS < toS);
}

/** Nearest mark that begins after a time, or before it; null when there is none. */
export function findMark(
  marks: readonly TimeSpan[],
  timeS: number,
  direction: 1 | -1,
): TimeSpan | null {
  // A jump ends inside the first frame of a mark, which is not the next one then.
  const slackS = 0.1;
  return (
    (direction === 1
      ? marks.find(({ fromS }) => fromS > timeS + slackS / 10)
      : marks.findLast(({ fromS }) => fromS < timeS - slackS)) ?? null
  );
}
