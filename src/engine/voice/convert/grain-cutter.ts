import type { SampleRing } from './sample-ring.ts';

/** Level below which a grain counts as silence and is not processed: half a step of 16 bits. */
const silence = 1.6e-5;

/** Table of a half cosine from 1 to 0, with one extra value; a cosine per sample would double the cost of a grain. */
const fallSteps = 1024;
const falls = Float64Array.from(
  { length: fallSteps + 2 },
  (_, step) => 0.5 + 0.5 * Math.cos((Math.PI * Math.min(step, fallSteps)) / fallSteps),
);

/** Cut of a voiced grain, in samples. */
interface VoicedCut {
  /** Middle of the grain. */
  readonly position: number;
  readonly left: number;
  readonly right: number;
  /** Formant factor; above 1 the grain becomes shorter. */
  readonly formants: number;
  /** Sub-sample delay, 0..1. */
  readonly shift: number;
  readonly gain: number;
}

/** Cuts grains out of a stream, one at a time, under a cosine window. */
export class GrainCutter {
  /** Grain around index 0: the part before its middle is at the end. */
  readonly signal: Float64Array;
  /** First index of the grain, below 0, and the exclusive end. */
  from = 0;
  to = 0;
  isSilent = true;
  readonly #ring: SampleRing;
  readonly #part: Float64Array;

  constructor(ring: SampleRing, length: number) {
    this.#ring = ring;
    this.signal = new Float64Array(length);
    this.#part = new Float64Array(length + 8);
  }

  cutVoiced(cut: VoicedCut): void {
    this.#begin(-Math.floor(cut.left / cut.formants), Math.floor(cut.right / cut.formants) + 2);
    this.isSilent = true;
    this.addVoiced(cut);
  }

  /** Adds another voiced grain to the current one. */
  addVoiced({ position, left, right, formants, shift, gain }: VoicedCut): void {
    const { signal } = this;
    const from = -Math.floor(left / formants);
    const to = Math.floor(right / formants) + 2;
    this.from = Math.min(this.from, from);
    this.to = Math.max(this.to, to);
    const part = this.#part;
    const start = Math.floor(position + (from - shift) * formants) - 2;
    const end = Math.ceil(position + (to - shift) * formants) + 3;
    this.#ring.copy(start, part, Math.min(part.length, end - start));
    let loudest = 0;
    for (let offset = from; offset < to; offset += 1) {
      const inGrain = (offset - shift) * formants;
      const fraction = inGrain < 0 ? -inGrain / left : inGrain / right;
      if (fraction < 1) {
        const value = gain * fall(fraction) * interpolate(part, position + inGrain - start);
        const slot = offset < 0 ? offset + signal.length : offset;
        signal[slot] = signal[slot] + value;
        loudest = Math.max(loudest, Math.abs(value));
      }
    }
    this.isSilent &&= loudest < silence;
  }

  cutUnvoiced(position: number, half: number): void {
    this.#begin(1 - half, half);
    const { signal, from, to } = this;
    const part = this.#part;
    this.#ring.copy(position + from, part, to - from);
    let loudest = 0;
    for (let offset = from; offset < to; offset += 1) {
      const weight = 0.5 + 0.5 * Math.cos((Math.PI * offset) / half);
      const value = weight * part[offset - from];
      signal[offset < 0 ? offset + signal.length : offset] = value;
      loudest = Math.max(loudest, Math.abs(value));
    }
    this.isSilent = loudest < silence;
  }

  #begin(from: number, to: number): void {
    this.signal.fill(0);
    this.from = from;
    this.to = to;
  }
}

/** Returns the window at a fraction of the way to the grain's end. */
function fall(fraction: number): number {
  const position = fraction * fallSteps;
  const step = Math.floor(position);
  const here = falls[step];
  return here + (falls[step + 1] - here) * (position - step);
}

/** Interpolates between two samples by a Hermite cubic. */
function interpolate(samples: Float64Array, position: number): number {
  const index = Math.floor(position);
  const t = position - index;
  const a = samples[index - 1];
  const b = samples[index];
  const c = samples[index + 1];
  const d = samples[index + 2];
  const slope = 0.5 * (c - a);
  const square = a - 2.5 * b + 2 * c - 0.5 * d;
  const cube = 0.5 * (d - a) + 1.5 * (b - c);
  return ((cube * t + square) * t + slope) * t + b;
}
