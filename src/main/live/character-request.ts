import { AppError, type ErrorCode } from '../../base/errors.ts';
import type { OnAir } from './on-air.ts';

/** Dependencies of {@link createCharacterRequest}. */
export interface CharacterRequestDependencies {
  readonly onAir: Pick<OnAir, 'set' | 'expect' | 'refuse'>;
  /** SHA-256 of a character's image; null for a built-in one. */
  readonly findSha256: (characterId: string) => string | null;
  /** Called when a session begins with a character, and when a service has accepted one. */
  readonly onShown: (characterId: string) => void;
  /** Returns whether a session opens or runs. */
  readonly isLive: () => boolean;
}

/** Failures after which the service may show the character all the same. */
const unanswered: ReadonlySet<ErrorCode> = new Set(['cancelled', 'service_unreachable']);

/**
 * Creates the function that asks a service for a character. Until the answer, the character counts as on air beside the
 * present one: a service shows it before its acknowledgement arrives.
 */
export function createCharacterRequest(dependencies: CharacterRequestDependencies) {
  const { onAir, findSha256, onShown, isLive } = dependencies;
  return async <T>(characterId: string, ask: () => Promise<T>): Promise<T> => {
    const sha256 = findSha256(characterId);
    onAir.expect('face', sha256);
    try {
      const wasLive = isLive();
      const asked = ask();
      if (!wasLive && isLive()) {
        onShown(characterId);
      }
      const answer = await asked;
      onShown(characterId);
      if (isLive()) {
        onAir.set('face', sha256);
      }
      return answer;
    } catch (error) {
      const isUnanswered = error instanceof AppError && unanswered.has(error.code);
      if (!isUnanswered || !isLive()) {
        onAir.refuse('face', sha256);
      }
      throw error;
    }
  };
}
