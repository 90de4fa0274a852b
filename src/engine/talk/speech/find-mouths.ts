import { findVisemes, type VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { MonoSound } from './loudness.ts';

/** The mouths of a recording, as far as they can be told by its sound. Of our own speech there are exact ones: its phones. */
export function findMouths({ samples, sampleRateHz }: MonoSound): VisemeSpan[] {
  return findVisemes(samples, sampleRateHz);
}
