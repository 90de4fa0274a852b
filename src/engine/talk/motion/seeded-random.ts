/** Creates a generator of numbers from 0 up to 1, reproducible by its seed (Mulberry32 by Tommy Ettinger). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws from an approximate normal distribution with mean 0 and standard deviation 1, within ±3. */
export function drawNormal(random: () => number): number {
  return (random() + random() + random() - 1.5) * 2;
}
