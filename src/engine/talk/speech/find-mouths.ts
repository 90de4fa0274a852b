import { findVisemes, type VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { MonoSound } from './loudness.ts';

/** Finds the visemes of a recording by its audio. The engine's own speech has exact ones from its phones. */
export function findMouths({ samples, sampleRateHz }: MonoSound): VisemeSpan[] {
  return findVisemes(samples, sampleRateHz);
}
