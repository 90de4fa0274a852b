import { resample } from '../changer/resample.ts';
import { type Viseme, visemes } from '../viseme.ts';
import { FEATURE_HOP, FEATURE_RATE_HZ } from './speech-features.ts';
import { VisemeFinder } from './viseme-finder.ts';
import type { VisemeNetwork } from './viseme-network.ts';

/** A mouth and when it is seen. */
export interface VisemeSpan {
  readonly viseme: Viseme;
  readonly startMs: number;
  readonly endMs: number;
}

const frameMs = (FEATURE_HOP * 1000) / FEATURE_RATE_HZ;
/** How likely a mouth stays for another 10 ms: it lasts 80 ms on average. */
const stay = Math.log(0.88);
const leave = Math.log(0.12 / (visemes.length - 1));
const leastLikely = 1e-5;

/**
 * The mouths of recorded speech in any language, in order and without gaps: the likeliest way through what
 * {@link VisemeFinder} tells (Viterbi 1967). Mono, -1..1. Of speech our own synthesisers made there are exact
 * times instead; see `Speech.phones`.
 */
export function findVisemes(
  samples: Float32Array,
  sampleRateHz: number,
  network?: VisemeNetwork,
): VisemeSpan[] {
  const sound = resample(samples, sampleRateHz, FEATURE_RATE_HZ);
  const rows: Float32Array[] = [];
  const finder = new VisemeFinder((likely) => rows.push(likely.slice()), network);
  finder.push(sound);
  finder.finish();
  return toSpans(findPath(rows), (samples.length * 1000) / sampleRateHz);
}

/** Index of the mouth of every row. */
function findPath(rows: readonly Float32Array[]): Uint8Array {
  const count = visemes.length;
  const cameFrom = rows.map(() => new Uint8Array(count));
  let scores = new Float64Array(count);
  for (const [at, row] of rows.entries()) {
    const best = indexOfMost(scores);
    const next = new Float64Array(count);
    for (let mouth = 0; mouth < count; mouth += 1) {
      const stayed = scores[mouth]! + stay;
      const came = scores[best]! + leave;
      cameFrom[at]![mouth] = stayed >= came ? mouth : best;
      next[mouth] = Math.max(stayed, came) + Math.log(row[mouth]! + leastLikely);
    }
    scores = next;
  }
  const path = new Uint8Array(rows.length);
  let mouth = indexOfMost(scores);
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    path[at] = mouth;
    mouth = cameFrom[at]![mouth]!;
  }
  return path;
}

function indexOfMost(values: Float64Array): number {
  let best = 0;
  for (let index = 1; index < values.length; index += 1) {
    best = values[index]! > values[best]! ? index : best;
  }
  return best;
}

function toSpans(path: Uint8Array, durationMs: number): VisemeSpan[] {
  const spans: VisemeSpan[] = [];
  for (let at = 0; at < path.length;) {
    const startMs = at * frameMs;
    const mouth = path[at]!;
    while (at < path.length && path[at] === mouth) {
      at += 1;
    }
    spans.push({ viseme: visemes[mouth]!, startMs, endMs: Math.min(durationMs, at * frameMs) });
  }
  return spans;
}
