/** Mono audio, -1..1. */
export interface MonoSound {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** Rank of the frame whose level counts as loud. */
const LOUD_RANK = 0.92;

/** Measures loudness around each time, 0..1 against the loud parts, averaged over `windowMs`. */
export function measureLoudness(
  { samples, sampleRateHz }: MonoSound,
  timesMs: readonly number[],
  windowMs: number,
): Float64Array {
  const toSample = (timeMs: number): number => Math.floor((timeMs * sampleRateHz) / 1000);
  const levels = Float64Array.from(timesMs, (timeMs) => {
    const from = Math.max(0, toSample(timeMs - windowMs / 2));
    const to = Math.min(samples.length, toSample(timeMs + windowMs / 2));
    let sum = 0;
    for (let at = from; at < to; at += 1) {
      sum += samples[at]! * samples[at]!;
    }
    return Math.sqrt(sum / Math.max(1, to - from));
  });
  const loud = levels.toSorted()[Math.floor(levels.length * LOUD_RANK)] ?? 0;
  return levels.map((level) => Math.min(1, level / (loud || 1)));
}
