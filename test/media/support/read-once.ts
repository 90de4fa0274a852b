import { createHash } from 'node:crypto';
import type { CharacterCache } from '../../../src/engine/live/character/character-cache.ts';

/** The cache, which keeps every character and cutout instead of the latest: each takes seconds, and tests show them again. */
export function readOnce(cache: CharacterCache): CharacterCache {
  return {
    ...cache,
    read: keepAll((image) => cache.read(image)),
    cutOut: keepAll((image) => cache.cutOut(image)),
  };
}

function keepAll<T>(read: (image: Uint8Array) => Promise<T>): (image: Uint8Array) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (image) => {
    const key = createHash('sha256').update(image).digest('hex');
    const known = kept.get(key) ?? read(image);
    kept.set(key, known);
    return known;
  };
}
