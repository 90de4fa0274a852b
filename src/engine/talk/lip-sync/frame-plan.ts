import type { ClipFrame } from './tracked-clip.ts';

/** A frame of the result. */
export interface PlannedFrame {
  /** Index of the clip's frame that it shows. */
  readonly source: number;
  readonly timestampUs: number;
  readonly durationUs: number;
}

/** Returns the middle of an output frame on the audio clock, in milliseconds. */
export function computeMiddleMs({ timestampUs, durationUs }: PlannedFrame): number {
  return (timestampUs + durationUs / 2) / 1000;
}

/** Sequence of output frames. */
export interface FramePlan {
  readonly frames: readonly PlannedFrame[];
  /** True when the clip is shorter than the audio and plays back and forth. */
  readonly isRepeated: boolean;
}

/** Minimum frame duration, 120 frames per second, whatever the file says. */
const SHORTEST_US = 8333;

/**
 * Plans the output frames for audio of a length. Where the audio is longer, the clip plays backwards from its end and
 * forwards again, without a jump. The last frame ends with the audio.
 */
export function planFrames(
  clip: readonly Pick<ClipFrame, 'timestampUs' | 'durationUs'>[],
  soundUs: number,
): FramePlan {
  const starts = clip.map(({ timestampUs }) => timestampUs);
  const durations = clip.map(({ durationUs }, index) => {
    const next = starts[index + 1];
    return next === undefined ? durationUs : next - starts[index]!;
  });
  const originUs = starts[0] ?? 0;
  const frames: PlannedFrame[] = [];
  let atUs = originUs;
  let step = 1;
  for (let source = 0; clip.length > 0 && (atUs < soundUs || frames.length === 0); source += step) {
    const leftUs = Math.max(SHORTEST_US, soundUs - atUs);
    const durationUs = Math.min(leftUs, Math.max(SHORTEST_US, durations[source]!));
    frames.push({ source, timestampUs: atUs, durationUs });
    atUs += durationUs;
    if (clip.length === 1) {
      step = 0;
    } else if (source + step < 0 || source + step >= clip.length) {
      step = -step;
    }
  }
  return { frames, isRepeated: frames.length > clip.length };
}

/** Consecutive frames of the clip in one direction, or one frame repeated. */
export interface PlanRun {
  readonly frames: readonly PlannedFrame[];
  /** Step from one frame to the next, in frames of the clip. */
  readonly step: -1 | 0 | 1;
}

/** Splits a plan into runs, in order. */
export function listRuns(plan: readonly PlannedFrame[]): readonly PlanRun[] {
  const runs: { frames: PlannedFrame[]; step: PlanRun['step'] }[] = [];
  for (const frame of plan) {
    const run = runs.at(-1);
    const last = run?.frames.at(-1);
    const step = last === undefined ? null : toStep(frame.source - last.source);
    if (run !== undefined && step !== null && (run.frames.length === 1 || step === run.step)) {
      run.step = step;
      run.frames.push(frame);
    } else {
      runs.push({ frames: [frame], step: 1 });
    }
  }
  return runs;
}

function toStep(difference: number): PlanRun['step'] | null {
  return difference === -1 || difference === 0 || difference === 1 ? difference : null;
}
