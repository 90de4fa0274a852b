import type { VoiceTarget } from './voice-target.ts';

/** A voice that can be spoken with live. */
export interface ChangerTarget {
  readonly id: string;
  readonly name: string;
  /** What it is like, in a sentence. */
  readonly description: string;
  readonly target: VoiceTarget;
}

/** Every target, best first. */
export const changerCatalogue: readonly ChangerTarget[] = [];

/** The target of an id; null when there is none. */
export function findChangerTarget(id: string): ChangerTarget | null {
  return changerCatalogue.find((target) => target.id === id) ?? null;
}
