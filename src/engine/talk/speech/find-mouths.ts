import { visemes } from '../../voice/viseme.ts';
import { findVisemes, type VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { VisemeNetwork } from '../../voice/visemes/viseme-network.ts';
import type { MonoSound } from './loudness.ts';

/** Lips that stay open at p, b or m are seen; lips that close at t or k hardly: closures are believed twice as soon. */
const BILABIAL_WEIGHT = 2;
const BILABIAL = visemes.indexOf('PP');

class BilabialNetwork extends VisemeNetwork {
  override judge(features: Float32Array, probabilities: Float32Array): void {
    super.judge(features, probabilities);
    probabilities[BILABIAL]! *= BILABIAL_WEIGHT;
  }
}

/** The mouths of a recording, as far as they can be told by its sound. Of our own speech there are exact ones: its phones. */
export function findMouths({ samples, sampleRateHz }: MonoSound): VisemeSpan[] {
  return findVisemes(samples, sampleRateHz, new BilabialNetwork());
}
