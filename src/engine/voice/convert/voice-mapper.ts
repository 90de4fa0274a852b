/** Constant parameters of a voice conversion. */
export interface VoiceShift {
  /** Pitch factor. */
  readonly pitch: number;
  /** Factor on the pitch range around the pivot. */
  readonly spread: number;
  /** Mean pitch of the input, around which the range is scaled. */
  readonly pivotHz: number;
  /** Formant factor: above 1 is a smaller speaker. */
  readonly formants: number;
}

/** Maps the periods of a voice. */
export interface VoiceMapper {
  /** Formant factor. May change while the stream runs, but never below `minFormants`. */
  readonly formants: number;
  readonly minFormants: number;
  /**
   * Returns the output period in samples for an input period at a stream position. Called once per output period, in
   * order.
   */
  mapPeriod(period: number, position: number): number;
  /**
   * True when voiced sounds keep their power, which overlapping grains change; false when absent. Speech for a voice
   * match loses words by it: 42.3 to 45.0 % wrong, mean of three speakers.
   */
  readonly keepsLevel?: boolean;
  /**
   * True for the changer, live or from a file: marks are put on the energy of each period, onsets stay in phase, and hiss of another
   * pitch is no voice; false when absent. Speech for a voice match keeps the marks that its spectra were fitted with.
   */
  readonly followsSpeaker?: boolean;
  /** Changes the tone of grains; null for none. */
  readonly shaper: GrainShaper | null;
}

/** Filters grains. */
export interface GrainShaper {
  /** Length of a grain's signal in samples. */
  readonly length: number;
  /** Maximum length of the filter's tail after a grain, in samples. */
  readonly tail: number;
  /**
   * Filters a signal in place. The grain is around index 0: the part before its middle is at the end of the signal. The
   * filter must be causal.
   */
  shape(signal: Float64Array, isVoiced: boolean): void;
}

/** Range of the output pitch. */
const lowestHz = 55;
const highestHz = 520;

/** Clamps a period to the output range. */
export function limitPeriod(period: number, sampleRateHz: number): number {
  return Math.max(sampleRateHz / highestHz, Math.min(sampleRateHz / lowestHz, period));
}

/** Creates a mapper with constant parameters. */
export function toMapper(shift: VoiceShift, sampleRateHz: number): VoiceMapper {
  const { pitch, spread, pivotHz, formants } = shift;
  return {
    formants,
    minFormants: formants,
    keepsLevel: true,
    shaper: null,
    mapPeriod(period) {
      const hz = pivotHz * (sampleRateHz / period / pivotHz) ** spread * pitch;
      return limitPeriod(sampleRateHz / hz, sampleRateHz);
    },
  };
}
