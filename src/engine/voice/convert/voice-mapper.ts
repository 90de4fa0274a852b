/** What a voice is turned into, where it stays the same. */
export interface VoiceShift {
  /** Pitch, as a factor of what comes in. */
  readonly pitch: number;
  /** Liveliness: how far the pitch moves around the pivot, as a factor. */
  readonly spread: number;
  /** Mean pitch of the voice that comes in; around it the spread is changed. */
  readonly pivotHz: number;
  /** Resonances, as a factor: above 1 is a smaller speaker. */
  readonly formants: number;
}

/** Says what becomes of each period of a voice. */
export interface VoiceMapper {
  /** Resonances, as a factor. May change while the stream runs, but never below `leastFormants`. */
  readonly formants: number;
  readonly leastFormants: number;
  /**
   * The period, in samples, that comes out for one that came in, at a sample of the stream. Called once for each that comes out, in
   * order.
   */
  mapPeriod(period: number, position: number): number;
  /** Changes the tone of grains; null leaves it. */
  readonly shaper: GrainShaper | null;
}

/** Changes the tone of a grain. */
export interface GrainShaper {
  /** Samples that a signal has for a grain. */
  readonly length: number;
  /** How far behind its end a grain may sound on. */
  readonly tail: number;
  /**
   * Shapes a signal in place. Its grain lies around 0: what is before the middle is at the end of the
   * signal. Nothing may come out earlier than it came in.
   */
  shape(signal: Float64Array, isVoiced: boolean): void;
}

/** Pitch that comes out lies between these. */
const lowestHz = 55;
const highestHz = 520;

/** Keeps a period inside what is synthesised. */
export function limitPeriod(period: number, sampleRateHz: number): number {
  return Math.max(sampleRateHz / highestHz, Math.min(sampleRateHz / lowestHz, period));
}

/** The mapper that does the same all the time. */
export function toMapper(shift: VoiceShift, sampleRateHz: number): VoiceMapper {
  const { pitch, spread, pivotHz, formants } = shift;
  return {
    formants,
    leastFormants: formants,
    shaper: null,
    mapPeriod(period) {
      const hz = pivotHz * (sampleRateHz / period / pivotHz) ** spread * pitch;
      return limitPeriod(sampleRateHz / hz, sampleRateHz);
    },
  };
}
