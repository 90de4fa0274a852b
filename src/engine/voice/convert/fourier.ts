/** FFT of real signals by one complex transform of half the length. Allocates nothing after construction. */
export class Fourier {
  /** Signal length, a power of two. */
  readonly length: number;
  /** Number of bins from 0 to half the sample rate, both included. */
  readonly bins: number;
  readonly #half: number;
  readonly #order: Uint16Array;
  /** Twiddle factors: cosines and sines of a full turn in `length` steps. */
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(length: number) {
    this.length = length;
    this.bins = length / 2 + 1;
    this.#half = length / 2;
    this.#order = toOrder(this.#half);
    const turn = (2 * Math.PI) / length;
    this.#cos = Float64Array.from({ length }, (_, step) => Math.cos(turn * step));
    this.#sin = Float64Array.from({ length }, (_, step) => Math.sin(turn * step));
    this.#real = new Float64Array(this.#half);
    this.#imaginary = new Float64Array(this.#half);
  }

  /** Computes the spectrum of a signal. */
  forward(signal: Float64Array, real: Float64Array, imaginary: Float64Array): void {
    const half = this.#half;
    const re = this.#real;
    const im = this.#imaginary;
    for (let index = 0; index < half; index += 1) {
      const from = 2 * this.#order[index];
      re[index] = signal[from];
      im[index] = signal[from + 1];
    }
    this.#transform();
    for (let bin = 0; bin <= half; bin += 1) {
      const one = bin === half ? 0 : bin;
      const two = bin === 0 || bin === half ? 0 : half - bin;
      const evenReal = (re[one] + re[two]) / 2;
      const evenImaginary = (im[one] - im[two]) / 2;
      const oddReal = (im[one] + im[two]) / 2;
      const oddImaginary = (re[two] - re[one]) / 2;
      const cos = this.#cos[bin];
      const sin = this.#sin[bin];
      real[bin] = evenReal + cos * oddReal + sin * oddImaginary;
      imaginary[bin] = evenImaginary + cos * oddImaginary - sin * oddReal;
    }
  }

  /** Computes the signal of a spectrum. */
  inverse(real: Float64Array, imaginary: Float64Array, signal: Float64Array): void {
    const half = this.#half;
    const re = this.#real;
    const im = this.#imaginary;
    for (let index = 0; index < half; index += 1) {
      const bin = this.#order[index];
      const mirrored = half - bin;
      const evenReal = (real[bin] + real[mirrored]) / 2;
      const evenImaginary = (imaginary[bin] - imaginary[mirrored]) / 2;
      const turnedReal = (real[bin] - real[mirrored]) / 2;
      const turnedImaginary = (imaginary[bin] + imaginary[mirrored]) / 2;
      const cos = this.#cos[bin];
      const sin = this.#sin[bin];
      const oddReal = cos * turnedReal - sin * turnedImaginary;
      const oddImaginary = cos * turnedImaginary + sin * turnedReal;
      // The conjugate, so that the forward transform computes the inverse.
      re[index] = evenReal - oddImaginary;
      im[index] = -(evenImaginary + oddReal);
    }
    this.#transform();
    for (let index = 0; index < half; index += 1) {
      signal[2 * index] = re[index] / half;
      signal[2 * index + 1] = -im[index] / half;
    }
  }

  /** Transforms in place from bit-reversed order: radix-4 stages, and a final radix-2 stage where needed. */
  #transform(): void {
    const half = this.#half;
    let size = 1;
    for (; size * 4 <= half; size *= 4) {
      this.#joinFour(size);
    }
    if (size < half) {
      this.#joinTwo(size);
    }
  }

  #joinFour(size: number): void {
    const half = this.#half;
    const re = this.#real;
    const im = this.#imaginary;
    const stride = half / (2 * size);
    for (let step = 0; step < size; step += 1) {
      const cosTwo = this.#cos[2 * step * stride];
      const sinTwo = this.#sin[2 * step * stride];
      const cos = this.#cos[step * stride];
      const sin = this.#sin[step * stride];
      for (let a = step; a < half; a += 4 * size) {
        const b = a + size;
        const c = b + size;
        const d = c + size;
        const bRe = re[b] * cosTwo + im[b] * sinTwo;
        const bIm = im[b] * cosTwo - re[b] * sinTwo;
        const dRe = re[d] * cosTwo + im[d] * sinTwo;
        const dIm = im[d] * cosTwo - re[d] * sinTwo;
        const sumRe = re[c] + dRe;
        const sumIm = im[c] + dIm;
        const gapRe = re[c] - dRe;
        const gapIm = im[c] - dIm;
        const turnedSumRe = sumRe * cos + sumIm * sin;
        const turnedSumIm = sumIm * cos - sumRe * sin;
        // Rotated by a quarter turn more than the sum.
        const turnedGapRe = gapIm * cos - gapRe * sin;
        const turnedGapIm = -gapRe * cos - gapIm * sin;
        const firstRe = re[a] + bRe;
        const firstIm = im[a] + bIm;
        const secondRe = re[a] - bRe;
        const secondIm = im[a] - bIm;
        re[a] = firstRe + turnedSumRe;
        im[a] = firstIm + turnedSumIm;
        re[b] = secondRe + turnedGapRe;
        im[b] = secondIm + turnedGapIm;
        re[c] = firstRe - turnedSumRe;
        im[c] = firstIm - turnedSumIm;
        re[d] = secondRe - turnedGapRe;
        im[d] = secondIm - turnedGapIm;
      }
    }
  }

  #joinTwo(size: number): void {
    const half = this.#half;
    const re = this.#real;
    const im = this.#imaginary;
    const stride = half / size;
    for (let step = 0; step < size; step += 1) {
      const cos = this.#cos[step * stride];
      const sin = this.#sin[step * stride];
      for (let one = step; one < half; one += 2 * size) {
        const two = one + size;
        const a = re[two] * cos + im[two] * sin;
        const b = im[two] * cos - re[two] * sin;
        re[two] = re[one] - a;
        im[two] = im[one] - b;
        re[one] = re[one] + a;
        im[one] = im[one] + b;
      }
    }
  }
}

function toOrder(count: number): Uint16Array {
  const bits = Math.log2(count);
  return Uint16Array.from({ length: count }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      reversed = (reversed << 1) | ((index >> bit) & 1);
    }
    return reversed;
  });
}
