import { drawSeed } from '../../support/random.ts';

/** A seed for random tests, from `GUISE_SEED` to repeat a failure; it is printed. */
export function toSeed(subject: string): number {
  const seed = drawSeed();
  console.log(`Random histories of ${subject}: seed ${seed} (GUISE_SEED)`);
  return seed;
}
