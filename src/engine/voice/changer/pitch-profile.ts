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
  heardSeconds = 0;
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
    if (this.heardSeconds === 0 || this.#strangeSeconds > mostStrangeSeconds) {
      this.mean = semitones;
      this.heardSeconds = 0;
      this.#strangeSeconds = 0;
    } else if (isStrange && this.heardSeconds > sureSeconds) {
      return;
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
