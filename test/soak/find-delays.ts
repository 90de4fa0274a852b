import { type Recording, SOUND_RATE } from '../support/sound-server.ts';

/** Delay of audio at a time. */
export interface TimedDelay {
  /** `performance.now()` of the middle of the stretch. */
  readonly atMs: number;
  readonly delayMs: number;
}

/** Loudness is compared in steps of 2 ms over stretches of 8 s, for delays up to 1.2 s. */
const STEP_MS = 2;
const STRETCH_MS = 8_000;
const EVERY_MS = 4_000;
const MAX_MS = 1_200;
/** Below this two stretches are not the same speech. */
const ALIKE = 0.6;

/**
 * Finds the delays of a voice in one recording against another, by correlating their loudness: a changed voice keeps
 * its rhythm. Ambiguous sections are omitted.
 */
export function findDelays(early: Recording, late: Recording, fromMs: number): TimedDelay[] {
  const first = toLoudness(early);
  const second = toLoudness(late);
  const length = STRETCH_MS / STEP_MS;
  const found: TimedDelay[] = [];
  for (let atMs = fromMs; ; atMs += EVERY_MS) {
    const here = Math.round((atMs - early.startMs) / STEP_MS);
    const there = Math.round((atMs - late.startMs) / STEP_MS);
    if (there + length + MAX_MS / STEP_MS >= second.length || here + length >= first.length) {
      return found;
    }
    const delay = findShift(first.subarray(here, here + length), second.subarray(there));
    if (delay !== null) {
      found.push({ atMs: atMs + STRETCH_MS / 2, delayMs: delay * STEP_MS });
    }
  }
}

/** The shift at which two courses are most alike, with a parabola between the steps. */
function findShift(course: Float32Array, other: Float32Array): number | null {
  const scores = Array.from({ length: MAX_MS / STEP_MS }, (_, shift) =>
    correlate(course, other.subarray(shift, shift + course.length)),
  );
  const best = scores.indexOf(Math.max(...scores));
  const [before = 0, here = 0, after = 0] = [scores[best - 1], scores[best], scores[best + 1]];
  const curve = before - 2 * here + after;
  return here < ALIKE ? null : best + (curve < 0 ? (before - after) / (2 * curve) : 0);
}

function correlate(a: Float32Array, b: Float32Array): number {
  const meanA = mean(a);
  const meanB = mean(b);
  let product = 0;
  let first = 1e-9;
  let second = 1e-9;
  for (let index = 0; index < a.length; index += 1) {
    const x = (a[index] ?? 0) - meanA;
    const y = (b[index] ?? 0) - meanB;
    product += x * y;
    first += x * x;
    second += y * y;
  }
  return product / Math.sqrt(first * second);
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Loudness in dB, smoothed over 20 ms; below -50 dB all is silence. */
function toLoudness({ samples }: Recording): Float32Array {
  const step = (SOUND_RATE * STEP_MS) / 1000;
  const reach = 5 * step;
  const sums = new Float64Array(samples.length + 1);
  for (let index = 0; index < samples.length; index += 1) {
    sums[index + 1] = (sums[index] ?? 0) + (samples[index] ?? 0) ** 2;
  }
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const from = Math.max(0, index * step - reach);
    const to = Math.min(samples.length, index * step + reach);
    const power = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
    return Math.max(-50, 10 * Math.log10(power + 1e-9));
  });
}
