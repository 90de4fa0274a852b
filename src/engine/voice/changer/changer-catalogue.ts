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

interface Entry extends Omit<ChangerTarget, 'shift'> {
  readonly shift?: VoiceShift;
  /** See `VoiceTarget.size`. */
  readonly size: number;
}

/** Every target, the most useful first. `test/media/voice/make-targets.ts` measures them. */
export const changerCatalogue: readonly ChangerTarget[] = catalogue.targets.map(
  ({ size, ...entry }: Entry): ChangerTarget => ({
    ...entry,
    shift: entry.shift ?? null,
    target: { ...entry.target, size },
  }),
);

/** The target of an id; null when there is none. */
export function findChangerTarget(id: string): ChangerTarget | null {
  return changerCatalogue.find((target) => target.id === id) ?? null;
}
