/** Further than this from the mean, in semitones, is an error or a squeak. */
const furthest = 10;
/** Seconds of voice after which such a period is left out; until then it counts as this far. */
const sureSeconds = 1;
/** If there are so many more seconds of them than of others, the mean is that of somebody else. */
const mostStrangeSeconds = 2;
/** Spread of speech at large, in semitones. */
const usualSpread = 2.5;
/** Periods that the usual spread counts for. */
const priorPeriods = 150;

/** How high somebody speaks, as it becomes known period by period. In semitones above 1 Hz. */
export class PitchProfile {
  mean = 0;
  /** Seconds of voice that were heard. */
  measuredSeconds = 0;
  readonly #memorySeconds: number;
  #variance = usualSpread * usualSpread;
  #strangeSeconds = 0;

  /** `memorySeconds` of voice count, so that what is older is forgotten. */
  constructor(memorySeconds: number) {
    this.#memorySeconds = memorySeconds;
  }

  /** Standard deviation. */
  get spread(): number {
    return Math.sqrt(this.#variance);
  }

  add(semitones: number, seconds: number): void {
    const isStrange = Math.abs(semitones - this.mean) > furthest;
    this.#strangeSeconds = Math.max(0, this.#strangeSeconds + (isStrange ? seconds : -seconds));
    if (this.measuredSeconds === 0 || this.#strangeSeconds > mostStrangeSeconds) {
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

/** Semitones above 1 Hz. */
export function toSemitones(hz: number): number {
  return 12 * Math.log2(hz);
}
