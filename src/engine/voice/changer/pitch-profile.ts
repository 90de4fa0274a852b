/** Distance from the mean, in semitones, beyond which a pitch is an error or a squeak. */
const furthest = 10;
/** Voiced seconds after which outliers are ignored; until then they are clamped. */
const sureSeconds = 1;
/** Excess of outliers, in seconds, from which the mean is taken to be another speaker's. */
const maxStrangeSeconds = 2;
/** Typical pitch deviation of speech, in semitones. */
const usualSpread = 2.5;
/** Weight of the typical deviation, in periods. */
const priorPeriods = 150;

/** Running mean and deviation of a speaker's pitch, in semitones above 1 Hz. */
export class PitchProfile {
  mean = 0;
  /** Voiced seconds measured so far. */
  measuredSeconds = 0;
  readonly #memorySeconds: number;
  #variance = usualSpread * usualSpread;
  #strangeSeconds = 0;

  /** `memorySeconds` of voice are weighted; older ones fade. */
  constructor(memorySeconds: number) {
    this.#memorySeconds = memorySeconds;
  }

  /** Standard deviation in semitones. */
  get spread(): number {
    return Math.sqrt(this.#variance);
  }

  add(semitones: number, seconds: number): void {
    const isStrange = Math.abs(semitones - this.mean) > furthest;
    this.#strangeSeconds = Math.max(0, this.#strangeSeconds + (isStrange ? seconds : -seconds));
    if (this.measuredSeconds === 0 || this.#strangeSeconds > maxStrangeSeconds) {
      this.mean = semitones;
      this.measuredSeconds = 0;
      this.#strangeSeconds = 0;
    } else if (isStrange && this.measuredSeconds > sureSeconds) {
      return;
    }
    this.measuredSeconds = Math.min(this.#memorySeconds, this.measuredSeconds + seconds);
    const distance = Math.max(-furthest, Math.min(furthest, semitones - this.mean));
    this.mean += (distance * seconds) / this.measuredSeconds;
    const measured = this.measuredSeconds + priorPeriods / 100;
    this.#variance += ((distance * distance - this.#variance) * seconds) / measured;
  }
}

/** Converts Hz to semitones above 1 Hz. */
export function toSemitones(hz: number): number {
  return 12 * Math.log2(hz);
}
