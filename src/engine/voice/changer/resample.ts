/** Zero crossings on each side of the kernel, at the lower of both rates. */
const crossings = 24;

/**
 * Resamples by a windowed sinc with a cutoff at 0.95 of the lower Nyquist frequency. For whole recordings: the kernel
 * of every distinct phase is computed once.
 */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) {
    return samples;
  }
  const divisor = greatestDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const down = fromHz / divisor;
  const cutoff = 0.95 * Math.min(1, toHz / fromHz);
  const reach = Math.ceil(crossings / cutoff);
  const kernels = new Map<number, Float64Array>();
  const output = new Float32Array(Math.floor((samples.length * up) / down));
  for (let index = 0; index < output.length; index += 1) {
    const phase = (index * down) % up;
    const kernel = kernels.get(phase) ?? toKernel(phase / up, cutoff, reach);
    kernels.set(phase, kernel);
    const first = Math.floor((index * down) / up) - reach + 1;
    let sum = 0;
    const end = Math.min(kernel.length, samples.length - first);
    for (let tap = Math.max(0, -first); tap < end; tap += 1) {
      sum += kernel[tap]! * samples[first + tap]!;
    }
    output[index] = sum;
  }
  return output;
}

function toKernel(fraction: number, cutoff: number, reach: number): Float64Array {
  const kernel = Float64Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    const turn = Math.PI * cutoff * distance;
    return Math.abs(distance) >= reach ? 0 : window * (turn === 0 ? 1 : Math.sin(turn) / turn);
  });
  const sum = kernel.reduce((total, tap) => total + tap, 0);
  return kernel.map((tap) => tap / sum);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
