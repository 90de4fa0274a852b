/**
 * Motion of a head besides the mouth, from a seed: it turns, nods at accents, blinks, moves its gaze, raises brows and
 * breathes.
 */
import { clamp } from '../../vision/math.ts';
import { type Accent, findAccents } from './accents.ts';
import { lidsAfter, planBlinks } from './blinks.ts';
import { createNoise, type Curve, movingAverage, normaliseSpread, pulseAt } from './curves.ts';
import { type GazeShift, planGaze } from './gaze-path.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { SpeechMoment } from './speech-moment.ts';

/** Motion of a head in a frame against its portrait. Angles in radians, as in `HeadPose`. */
export interface HeadMotion {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** Closure of the lids, 0..1. */
  readonly lids: number;
  readonly gaze: GazeShift;
  /** Lift of the brows, in centimetres. */
  readonly brows: number;
  /** Breath, -1..1, from out to in. */
  readonly breath: number;
  /** Shift of the body to the right, -1..1. */
  readonly sway: number;
}

/** Frame rate and seed of the motion. */
interface MotionOptions {
  readonly fps: number;
  readonly seed: number;
}

type Axis = 'yaw' | 'pitch' | 'roll';

/**
 * Standard deviation of angles within 2 s, and the maximum deviation from the portrait. Tracked talkers have 0.013,
 * 0.012 and 0.008; a flat portrait that is turned is tracked at 0.6 of its turn.
 */
const TURNS: Readonly<Record<Axis, { readonly spread: number; readonly farthest: number }>> = {
  yaw: { spread: 0.022, farthest: 0.11 },
  pitch: { spread: 0.011, farthest: 0.06 },
  roll: { spread: 0.008, farthest: 0.05 },
};
const WINDOW_S = 2;
/**
 * Minimum length of generated motion, of which shorter speech uses a part: normalised over its own length, it would
 * jitter.
 */
const MIN_S = 8;
const SLOW_S = 1.6;
const QUICK_S = 0.9;
const QUICK_WEIGHT = 0.18;
const SWAY_S = 3.5;
/** Gain of head motion during pauses. */
const CALM = 0.78;
const LIVELY_S = 0.8;
const MIN_LOUDNESS = 0.08;
/** Roll per yaw: a head that turns aside tilts a little. */
const ROLL_OF_YAW = 0.1;
const NOD = 0.022;
const NOD_S = [0.16, 0.28] as const;
const BROWS_CM = 0.19;
const BROW_LATE_S = 0.04;
const BROW_S = [0.14, 0.4] as const;
const WEAK_BROW = 0.3;
const BREATH_S = 3.9;

/** Computes the motion of every frame. The same speech and seed give the same motion. */
export function animateHead(
  moments: readonly SpeechMoment[],
  { fps, seed }: MotionOptions,
): HeadMotion[] {
  const random = createSeededRandom(seed);
  const { length } = moments;
  const turns = {
    yaw: turn('yaw', { length, fps, random }),
    pitch: turn('pitch', { length, fps, random }),
    roll: turn('roll', { length, fps, random }),
  };
  const sway = createNoise(random, SWAY_S, length / fps);
  const accents = findAccents(moments, fps);
  const blinks = planBlinks(moments, fps, random);
  const gaze = planGaze(length, fps, random);
  const isLoud = Float64Array.from(moments, ({ loudness }) => (loudness > MIN_LOUDNESS ? 1 : 0));
  const activity = movingAverage(isLoud, Math.round(fps * LIVELY_S));
  return moments.map((_, frame) => {
    const seconds = frame / fps;
    const lively = activity[frame];
    const gain = CALM + (1 - CALM) * lively;
    const { nod, brows } = accentuate(accents, seconds);
    const yaw = gain * turns.yaw[frame];
    return {
      yaw,
      pitch: gain * turns.pitch[frame] - NOD * nod * lively,
      roll: gain * turns.roll[frame] + ROLL_OF_YAW * yaw,
      lids: Math.max(0, ...blinks.map((startS) => lidsAfter(seconds - startS))),
      gaze: gaze[frame],
      brows: BROWS_CM * brows,
      breath: Math.sin((2 * Math.PI * seconds) / BREATH_S),
      sway: clamp(sway(seconds) * gain, -1, 1),
    };
  });
}

function turn(
  axis: Axis,
  {
    length,
    fps,
    random,
  }: { readonly length: number; readonly fps: number; readonly random: () => number },
): Float64Array {
  const count = Math.max(length, Math.ceil(MIN_S * fps));
  const slow: Curve = createNoise(random, SLOW_S, count / fps);
  const quick: Curve = createNoise(random, QUICK_S, count / fps);
  const values = Float64Array.from(
    { length: count },
    (_, frame) => slow(frame / fps) + QUICK_WEIGHT * quick(frame / fps),
  );
  return normaliseSpread(values, { window: Math.round(WINDOW_S * fps), ...TURNS[axis] });
}

/** Returns the contributions of accents to nods and brows, each at most 1. */
function accentuate(
  accents: readonly Accent[],
  seconds: number,
): { readonly nod: number; readonly brows: number } {
  let nod = 0;
  let brows = 0;
  accents.forEach(({ seconds: peakS, strength }, index) => {
    nod += strength * pulseAt(seconds - peakS, ...NOD_S);
    // Every third accent raises the brows fully, the others weakly.
    const weight = index % 3 === 0 ? 1 : WEAK_BROW;
    brows += strength * weight * pulseAt(seconds - peakS - BROW_LATE_S, ...BROW_S);
  });
  return { nod: Math.min(1, nod), brows: Math.min(1, brows) };
}
