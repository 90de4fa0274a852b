/** Creates white noise, uniform between -1 and 1, with a fixed seed (Marsaglia's xorshift). */
export function createWhiteNoise(): () => number {
  let state = 0x9e_37_79_b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}
