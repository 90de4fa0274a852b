/** Creates a generator of normal noise that is equal on every machine: mulberry32 with the Box-Muller transform. */
export function createGaussian(seed: number): (length: number) => Float32Array<ArrayBuffer> {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return (length) => {
    const noise = new Float32Array(length);
    for (let at = 0; at < length; at += 1) {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      noise[at] = radius * Math.cos(2 * Math.PI * next());
    }
    return noise;
  };
}
