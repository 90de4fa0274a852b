import catalogue from '../../../../resources/voices/changer-targets.json' with { type: 'json' };
import type { VoiceShift } from '../convert/voice-mapper.ts';
import type { VoiceTarget } from './voice-target.ts';

/** A built-in target voice of the live voice changer. */
export interface ChangerTarget {
  readonly id: string;
  readonly name: string;
  /** Description in one sentence. */
  readonly description: string;
  /** Flite voice from which the target was measured, and the conversion applied to it; null without one. */
  readonly base: string;
  readonly shift: VoiceShift | null;
  readonly target: VoiceTarget;
}

/** Traits that a recipe adds to the measured target; see `VoiceTarget`. */
interface Traits {
  readonly size: number;
  readonly breath?: number;
  readonly roughness?: number;
  readonly liveliness?: number;
}

interface Entry extends Omit<ChangerTarget, 'shift'>, Traits {
  readonly shift?: VoiceShift;
}

/**
 * All targets, the most useful first. `test/media/voice/make-targets.ts` measures them,
 * `test/bench/voices/spread-targets.ts` spreads them apart.
 */
export const changerCatalogue: readonly ChangerTarget[] = catalogue.targets.map((entry: Entry) => {
  const { id, name, description, base, shift = null, size, breath, roughness, liveliness } = entry;
  const target = { ...entry.target, size, breath, roughness, liveliness };
  return { id, name, description, base, shift, target };
});

/** Returns the target with an id; null without one. */
export function findChangerTarget(id: string): ChangerTarget | null {
  return changerCatalogue.find((target) => target.id === id) ?? null;
}
