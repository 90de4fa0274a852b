/** Standard deviation of the noise that the networks were trained with. */
const level = 0.666_66;

/**
 * Generates Gaussian noise for a window, channel by channel. The noise of a frame depends only on its position in the
 * stream, so that overlapping windows agree.
 */
export function createGaussianNoise(
  channels: number,
  frames: number,
  firstFrame: number,
): Float32Array<ArrayBuffer> {
  const noise = new Float32Array(channels * frames);
  for (let frame = 0; frame < frames; frame += 1) {
    const seed = Math.imul(firstFrame + frame + 0x51_ed, 0x9e_37_79_b1);
    for (let channel = 0; channel < channels; channel += 1) {
      const one = mix(seed + Math.imul(channel, 0x85_eb_ca_6b));
      const two = mix(one ^ 0x27_d4_eb_2f);
      const radius = Math.sqrt(-2 * Math.log((one + 1) / 2 ** 32));
      noise[channel * frames + frame] = level * radius * Math.cos((2 * Math.PI * two) / 2 ** 32);
    }
  }
  return noise;
}

/** Hashes to 32 pseudo-random bits. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x7f_eb_35_2d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x84_6c_a6_8b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
