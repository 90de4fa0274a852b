import { SOUND_RATE_HZ } from './sound-timeline.ts';

/** The part of `AudioData` that is read. */
export type SoundPiece = Pick<
  AudioData,
  'numberOfFrames' | 'numberOfChannels' | 'sampleRate' | 'copyTo'
>;

/** Samples of the source that one sample is made of. */
const TAPS = 32;
/** Places between two samples for which there are coefficients. */
const PHASES = 128;

/** Delay of the converted audio, in source samples. */
export const CONVERTER_DELAY_SAMPLES = TAPS / 2 + 1;

/**
 * Converts chunks of any rate and number of channels to mono at {@link SOUND_RATE_HZ}, seamlessly, and a little
 * faster or slower on request: the clocks of sound cards and the page differ.
 */
export class RateConverter {
  /** The last samples of the pieces before, which the filter needs. */
  #tail = new Float32Array(TAPS);
  /** Place of the next sample, counted in samples of the source from the beginning of the tail. */
  #at = 0;
  #kernel: Float32Array | null = null;
  #kernelRateHz = 0;

  /**
   * Converts samples into a new buffer. A positive `stretch` yields more of them, 0.001 is a thousandth more.
   */
  convert(piece: SoundPiece, stretch = 0): Float32Array<ArrayBuffer> {
    const kernel = this.#kernelFor(piece.sampleRate);
    const source = new Float32Array(TAPS + piece.numberOfFrames);
    source.set(this.#tail);
    source.set(toMono(piece), TAPS);
    const step = piece.sampleRate / SOUND_RATE_HZ / (1 + stretch);
    const made = new Float32Array(Math.max(0, Math.ceil((piece.numberOfFrames - this.#at) / step)));
    for (let index = 0; index < made.length; index += 1) {
      made[index] = interpolate(source, kernel, this.#at + index * step);
    }
    this.#at += made.length * step - piece.numberOfFrames;
    this.#tail = source.slice(piece.numberOfFrames);
    return made;
  }

  #kernelFor(rateHz: number): Float32Array {
    if (this.#kernel === null || this.#kernelRateHz !== rateHz) {
      this.#kernel = designKernel(Math.min(1, SOUND_RATE_HZ / rateHz));
      this.#kernelRateHz = rateHz;
    }
    return this.#kernel;
  }
}

/** Interpolates between {@link TAPS} samples, half of them before the position. */
function interpolate(source: Float32Array, kernel: Float32Array, at: number): number {
  const whole = Math.floor(at);
  const position = (at - whole) * PHASES;
  const phase = Math.floor(position);
  const fraction = position - phase;
  let sum = 0;
  for (let tap = 0; tap < TAPS; tap += 1) {
    const near = kernel[phase * TAPS + tap] ?? 0;
    const next = kernel[(phase + 1) * TAPS + tap] ?? 0;
    sum += (source[whole + tap] ?? 0) * (near + fraction * (next - near));
  }
  return sum;
}

/**
 * Designs a sinc kernel under a Hann window for each phase, plus one for interpolation; `cutoff` is a fraction of the
 * Nyquist frequency.
 */
function designKernel(cutoff: number): Float32Array {
  const kernel = new Float32Array((PHASES + 1) * TAPS);
  for (let phase = 0; phase <= PHASES; phase += 1) {
    const taps = kernel.subarray(phase * TAPS, (phase + 1) * TAPS);
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) {
      const distance = tap - (TAPS / 2 - 1) - phase / PHASES;
      const turn = Math.PI * cutoff * distance;
      const window = 0.5 + 0.5 * Math.cos((2 * Math.PI * distance) / TAPS);
      taps[tap] = (turn === 0 ? 1 : Math.sin(turn) / turn) * window;
      sum += taps[tap] ?? 0;
    }
    for (let tap = 0; tap < TAPS; tap += 1) {
      taps[tap] = (taps[tap] ?? 0) / sum;
    }
  }
  return kernel;
}

function toMono(piece: SoundPiece): Float32Array<ArrayBuffer> {
  const { numberOfFrames, numberOfChannels } = piece;
  const mono = new Float32Array(numberOfFrames);
  const plane = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    piece.copyTo(plane, { planeIndex, format: 'f32-planar' });
    for (let at = 0; at < numberOfFrames; at += 1) {
      mono[at] = (mono[at] ?? 0) + (plane[at] ?? 0) / numberOfChannels;
    }
  }
  return mono;
}
