/** Further than this from the mean, in semitones, is an error or a squeak, and counts as this far. */
const furthest = 10;
/** Spread of speech at large, in semitones. */
const usualSpread = 2.5;
/** Periods that the usual spread counts for. */
const priorPeriods = 150;

/** How high somebody speaks, as it becomes known period by period. In semitones above 1 Hz. */
export class PitchProfile {
  mean = 0;
  /** Seconds of voice that were heard. */
  heardSeconds = 0;
  readonly #memorySeconds: number;
  #variance = usualSpread * usualSpread;

  /** `memorySeconds` of voice count, so that what is older is forgotten. */
  constructor(memorySeconds: number) {
    this.#memorySeconds = memorySeconds;
  }

  /** Standard deviation. */
  get spread(): number {
    return Math.sqrt(this.#variance);
  }

  add(semitones: number, seconds: number): void {
    if (this.heardSeconds === 0) {
      this.mean = semitones;
    }
    this.heardSeconds = Math.min(this.#memorySeconds, this.heardSeconds + seconds);
    const distance = Math.max(-furthest, Math.min(furthest, semitones - this.mean));
    this.mean += (distance * seconds) / this.heardSeconds;
    const heard = this.heardSeconds + priorPeriods / 100;
    this.#variance += ((distance * distance - this.#variance) * seconds) / heard;
  }
}

/** Semitones above 1 Hz. */
export function toSemitones(hz: number): number {
  return 12 * Math.log2(hz);
}
