import catalogue from '../../../../resources/voices/changer-targets.json' with { type: 'json' };
import type { VoiceShift } from '../convert/voice-mapper.ts';
import type { VoiceTarget } from './voice-target.ts';

/** A voice that can be spoken with live. */
export interface ChangerTarget {
  readonly id: string;
  readonly name: string;
  /** What it is like, in a sentence. */
  readonly description: string;
  /** The voice of Flite it was measured of, and how our converter changed that; null where it did not. */
  readonly base: string;
  readonly shift: VoiceShift | null;
  readonly target: VoiceTarget;
}

/** What a recipe gives a target beside what is measured; see `VoiceTarget`. */
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
 * Every target, the most useful first. `test/media/voice/make-targets.ts` measures them,
 * `test/bench/voices/spread-targets.ts` sets them apart.
 */
export const changerCatalogue: readonly ChangerTarget[] = catalogue.targets.map((entry: Entry) => {
  const { id, name, description, base, shift = null, size, breath, roughness, liveliness } = entry;
  const target = { ...entry.target, size, breath, roughness, liveliness };
  return { id, name, description, base, shift, target };
});

/** The target of an id; null when there is none. */
export function findChangerTarget(id: string): ChangerTarget | null {
  return changerCatalogue.find((target) => target.id === id) ?? null;
}
