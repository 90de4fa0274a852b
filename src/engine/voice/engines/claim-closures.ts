import type { Phone } from './engine.ts';

/** Stops and affricates in IPA by their first letter. */
const stops = /^[ˈˌ]*[pbtdʈɖcɟkɡgqɢʔɓɗɠ]/u;
/** Duration over which levels are measured. */
const blockMs = 5;
/** Maximum duration of a closure. */
const longestMs = 80;
/** Maximum share of a closure in a pause: with closed lips, nothing shows where the pause ends. */
const longestInPauseMs = 50;
/** Rest of the previous phone. */
const leastMs = 20;
/** Levels of a closure below the loudest parts of the sentence, and below the loudest of the previous phone. */
const belowSentence = 10 ** (-25 / 20);
const belowPhone = 10 ** (-8 / 20);

/**
 * Returns the phones with each stop's start at the start of its closure. eSpeak NG reports a stop from its burst on:
 * the silence before it, in which lips and tongue are closed, counts as part of the phone before.
 */
export function claimClosures(
  phones: readonly Phone[],
  samples: Float32Array,
  sampleRateHz: number,
): Phone[] {
  const levels = measureLevels(samples, (sampleRateHz * blockMs) / 1000);
  const quiet = belowSentence * levels.reduce((most, level) => Math.max(most, level), 0);
  const claimed: Phone[] = [];
  for (const phone of phones) {
    const before = claimed.at(-1);
    if (before === undefined || !stops.test(phone.symbol)) {
      claimed.push(phone);
      continue;
    }
    const startMs = findClosure(levels, before, quiet);
    if (startMs > before.startMs) {
      claimed[claimed.length - 1] = { ...before, endMs: startMs };
    } else {
      claimed.pop();
    }
    claimed.push({ ...phone, startMs });
  }
  return claimed;
}

/** Returns the start of the quiet end of a phone; its end if it has none. */
function findClosure(levels: Float64Array, before: Phone, quiet: number): number {
  const { startMs, endMs } = before;
  const isPause = before.symbol === '';
  const firstMs = isPause
    ? Math.max(startMs, endMs - longestInPauseMs)
    : Math.max(Math.min(endMs, startMs + leastMs), endMs - longestMs);
  const from = Math.ceil(startMs / blockMs);
  const end = Math.floor(endMs / blockMs);
  let loudest = 0;
  for (let block = from; block < end; block += 1) {
    loudest = Math.max(loudest, levels[block] ?? 0);
  }
  const most = isPause ? quiet : Math.min(quiet, belowPhone * loudest);
  // The block before the burst may contain its beginning.
  let first = end - 1;
  while (first > from && (levels[first - 1] ?? 0) < most) {
    first -= 1;
  }
  return first < end - 1 ? Math.max(firstMs, first * blockMs) : endMs;
}

function measureLevels(samples: Float32Array, blockSize: number): Float64Array {
  return Float64Array.from({ length: Math.floor(samples.length / blockSize) }, (_, block) => {
    const [from, end] = [Math.round(block * blockSize), Math.round((block + 1) * blockSize)];
    let power = 0;
    for (let index = from; index < end; index += 1) {
      power += samples[index]! ** 2;
    }
    return Math.sqrt(power / (end - from));
  });
}
