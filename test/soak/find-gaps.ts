import { type Recording, SOUND_RATE } from '../support/sound-server.ts';
import type { TimedDelay } from './find-delays.ts';

/** Speech is detected in steps of 5 ms. */
const STEP_MS = 5;
const STEP = (SOUND_RATE * STEP_MS) / 1000;
/** Louder than this for a step is speech, -35 dB; never louder than this is nothing, two steps of 16 bits. */
const SPEECH = 0.0178;
const NOTHING = 2.5 / 32_768;
/** Minimum length of an audible gap in continuous audio. */
const SHORTEST_MS = 10;
/** Speech must continue for this time on both sides of a gap, which allows for errors of the delay. */
const AROUND_MS = 30;

/** A moment at which speech broke off, on the clock of the recordings. */
export interface HeardGap {
  readonly atMs: number;
  readonly lengthMs: number;
}

/** Finds silent parts of one recording during speech in another recording, which is earlier. */
export function findGaps(
  early: Recording,
  late: Recording,
  delays: readonly TimedDelay[],
): HeardGap[] {
  const speech = toSteps(early, (samples) => Math.sqrt(mean(samples)) > SPEECH);
  const nothing = toSteps(late, (samples) => samples.every((each) => Math.abs(each) < NOTHING));
  const found: HeardGap[] = [];
  for (let step = 0; step < nothing.length; step += 1) {
    const from = step;
    while (nothing[step] === true) {
      step += 1;
    }
    const lengthMs = (step - from) * STEP_MS;
    const atMs = late.startMs + from * STEP_MS;
    const delayMs = findNearest(delays, atMs);
    if (lengthMs >= SHORTEST_MS && delayMs !== null) {
      const first = Math.floor((atMs - delayMs - AROUND_MS - early.startMs) / STEP_MS);
      const count = Math.ceil((lengthMs + 2 * AROUND_MS) / STEP_MS);
      const around = speech.slice(Math.max(0, first), Math.max(0, first) + count);
      if (first >= 0 && around.length === count && around.every(Boolean)) {
        found.push({ atMs, lengthMs });
      }
    }
  }
  return found;
}

function toSteps({ samples }: Recording, judge: (samples: Float32Array) => boolean): boolean[] {
  return Array.from({ length: Math.floor(samples.length / STEP) }, (_, step) =>
    judge(samples.subarray(step * STEP, (step + 1) * STEP)),
  );
}

function mean(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

function findNearest(delays: readonly TimedDelay[], atMs: number): number | null {
  let nearest: TimedDelay | null = null;
  for (const delay of delays) {
    if (nearest === null || Math.abs(delay.atMs - atMs) < Math.abs(nearest.atMs - atMs)) {
      nearest = delay;
    }
  }
  return nearest?.delayMs ?? null;
}
