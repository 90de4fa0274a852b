/** Absolute gate in LUFS. */
const silenceLufs = -70;
/** Relative gate in LU: quieter blocks are pauses. */
const pauseLu = 10;

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Measures the integrated loudness of mono audio by ITU-R BS.1770-4, incrementally. */
export class LoudnessMeter {
  readonly #shelf: Biquad;
  readonly #highPass: Biquad;
  readonly #state = new Float64Array(4);
  /** Mean squares of tenths of a second; a block of the standard has four of them. */
  readonly #tenths: number[] = [];
  readonly #tenthLength: number;
  #sum = 0;
  #count = 0;
  /** Peak so far. */
  peak = 0;

  constructor(sampleRateHz: number) {
    this.#shelf = toShelf(sampleRateHz);
    this.#highPass = toHighPass(sampleRateHz);
    this.#tenthLength = Math.round(sampleRateHz / 10);
  }

  /** Adds samples. State is kept in local variables, which takes a third of the time of fields. */
  add(samples: Float32Array): void {
    const state = this.#state;
    const [shelf, highPass] = [this.#shelf, this.#highPass];
    const [b0, b1, b2] = shelf.b;
    const [a1, a2] = shelf.a;
    const [c0, c1, c2] = highPass.b;
    const [d1, d2] = highPass.a;
    let [s0, s1, h0, h1] = [state[0], state[1], state[2], state[3]];
    let { peak } = this;
    let sum = this.#sum;
    let count = this.#count;
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index];
      const level = Math.abs(sample);
      if (level > peak) {
        peak = level;
      }
      // Two biquad filters in transposed direct form II.
      const shelved = b0 * sample + s0;
      s0 = b1 * sample - a1 * shelved + s1;
      s1 = b2 * sample - a2 * shelved;
      const weighted = c0 * shelved + h0;
      h0 = c1 * shelved - d1 * weighted + h1;
      h1 = c2 * shelved - d2 * weighted;
      sum += weighted * weighted;
      count += 1;
      if (count === this.#tenthLength) {
        this.#tenths.push(sum / count);
        sum = 0;
        count = 0;
      }
    }
    state.set([s0, s1, h0, h1]);
    this.peak = peak;
    this.#sum = sum;
    this.#count = count;
  }

  /** Returns LUFS; minus infinity for silence, and for less than a tenth of a second. */
  integrated(): number {
    const tenths = this.#tenths;
    const blocks: number[] = [];
    for (let end = Math.min(4, tenths.length); end <= tenths.length; end += 1) {
      blocks.push(mean(tenths.slice(Math.max(0, end - 4), end)));
    }
    const audible = blocks.filter((power) => toLufs(power) > silenceLufs);
    const threshold = toLufs(mean(audible)) - pauseLu;
    return toLufs(mean(audible.filter((power) => toLufs(power) > threshold)));
  }
}

function toLufs(power: number): number {
  return power > 0 ? 10 * Math.log10(power) - 0.691 : Number.NEGATIVE_INFINITY;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Computes the standard's filters, which are specified for 48 kHz, from their analogue prototypes at any rate. */
function toShelf(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const scale = 1 + k / q + k * k;
  return {
    b: [
      (high + (band * k) / q + k * k) / scale,
      (2 * (k * k - high)) / scale,
      (high - (band * k) / q + k * k) / scale,
    ],
    a: [(2 * (k * k - 1)) / scale, (1 - k / q + k * k) / scale],
  };
}

function toHighPass(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz);
  const q = 0.5003270373238773;
  const scale = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / scale, (1 - k / q + k * k) / scale] };
}
