/** Creates a generator of pseudorandom numbers in 0..1 (below 1), deterministic by its seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a new seed for each run, or `GUISE_SEED` to reproduce a failure. */
export function drawSeed(): number {
  return Number(process.env['GUISE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
}
