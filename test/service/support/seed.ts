import { drawSeed } from '../../support/random.ts';

/** A seed for random tests, from `GUISE_SEED` to repeat a failure; it is printed. */
export function toSeed(what: string): number {
  const seed = drawSeed();
  console.log(`Random histories of ${what}: seed ${seed} (GUISE_SEED)`);
  return seed;
}
