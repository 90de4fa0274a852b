import model from '../../../../resources/voices/viseme-network.json' with { type: 'json' };
import { resample } from '../changer/resample.ts';
import { type Viseme, visemes } from '../viseme.ts';
import { findVisemePath, type PathCosts } from './find-viseme-path.ts';
import { FEATURE_HOP, FEATURE_RATE_HZ } from './speech-features.ts';
import { VisemeFinder } from './viseme-finder.ts';
import type { VisemeWeights } from './viseme-network.ts';

/** Viseme with its time span. */
export interface VisemeSpan {
  readonly viseme: Viseme;
  readonly startMs: number;
  readonly endMs: number;
}

const frameMs = (FEATURE_HOP * 1000) / FEATURE_RATE_HZ;

/**
 * Biases of visemes: closed lips are preferred, because lips that stay open at p, b or m are noticed while lips that
 * close at t or k hardly are. {@link peaks} takes back what is not certain.
 */
const preferred: Partial<Record<Viseme, number>> = { PP: 0.8, FF: 0.2 };
/** Minimum lengths in frames of 10 ms; 2 for other visemes. */
const shortest: Partial<Record<Viseme, number>> = { sil: 4, FF: 3, SS: 3, CH: 3 };
/**
 * Minimum of the highest probability of a span; 0 for other visemes. In voices that were never heard, d, n and v are a
 * little probable as closed lips throughout, while closed lips are nearly certain at least for a moment: closures of
 * 32 such voices have a recall of 92 % and a precision of 85 %.
 */
const peaks: Partial<Record<Viseme, number>> = { PP: 0.58 };

/** Weights of {@link findVisemes}. `train-visemes.ts --evaluate` compares others. */
export const usualPathCosts: PathCosts = {
  weight: 1,
  follows: model.follows,
  order: 0.4,
  preferred: visemes.map((viseme) => preferred[viseme] ?? 0),
  shortest: visemes.map((viseme) => shortest[viseme] ?? 2),
  peaks: visemes.map((viseme) => peaks[viseme] ?? 0),
};

/**
 * Finds the visemes of recorded speech (mono, −1..1) in any language, in order and without gaps: the most likely path
 * through the probabilities of {@link VisemeFinder}. Synthesised speech has exact times instead, see `Speech.phones`.
 */
export function findVisemes(samples: Float32Array, sampleRateHz: number): VisemeSpan[] {
  const rows = readProbabilities(resample(samples, sampleRateHz, FEATURE_RATE_HZ));
  const endMs = (samples.length * 1000) / sampleRateHz;
  return toVisemeSpans(findVisemePath(rows, usualPathCosts), { startMs: 0, endMs });
}

/** Returns viseme probabilities per 10 ms of a recording at 16 kHz, in the order of `visemes`. */
export function readProbabilities(sound: Float32Array, weights?: VisemeWeights): Float32Array[] {
  const rows: Float32Array[] = [];
  const finder = new VisemeFinder((likely) => rows.push(likely.slice()), weights);
  finder.prime(sound);
  finder.push(sound);
  finder.finish();
  return rows;
}

/** Converts a path of 10 ms steps to time spans within `whole`. */
export function toVisemeSpans(
  path: Uint8Array,
  whole: { readonly startMs: number; readonly endMs: number },
): VisemeSpan[] {
  const spans: VisemeSpan[] = [];
  for (let at = 0; at < path.length;) {
    const startMs = whole.startMs + at * frameMs;
    const mouth = path[at]!;
    while (at < path.length && path[at] === mouth) {
      at += 1;
    }
    const endMs = Math.min(whole.endMs, whole.startMs + at * frameMs);
    spans.push({ viseme: visemes[mouth]!, startMs, endMs });
  }
  return spans;
}
