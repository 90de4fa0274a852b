import type { ClipFrame } from './tracked-clip.ts';

/** A frame of the result. */
export interface PlannedFrame {
  /** Number of the frame of the clip that it shows. */
  readonly source: number;
  readonly timestampUs: number;
  readonly durationUs: number;
}

/** The middle of a frame of the result, on the clock of the sound. */
export function middleMsOf({ timestampUs, durationUs }: PlannedFrame): number {
  return (timestampUs + durationUs / 2) / 1000;
}

/** What is shown when. */
export interface FramePlan {
  readonly frames: readonly PlannedFrame[];
  /** Whether the clip is shorter than the sound, and plays there and back. */
  readonly isRepeated: boolean;
}

/** No frame is shown shorter, whatever its file says of it: 120 in a second. */
const SHORTEST_US = 8333;

/**
 * Frames for a sound: the clip as far as the sound goes. Where the sound is longer, the clip plays back from its end and
 * there again, which jumps nowhere. The last one ends with the sound.
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

/** Frames of the clip that follow each other in one direction, or are all the same one. */
export interface PlanRun {
  readonly frames: readonly PlannedFrame[];
  /** How far each frame is from the one before, in frames of the clip. */
  readonly step: -1 | 0 | 1;
}

/** The runs of a plan, in order. */
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
