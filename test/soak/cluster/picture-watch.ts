/** Counters of a session at one moment. */
export interface PictureLook {
  readonly nowMs: number;
  /** Number of received frames. */
  readonly frames: number;
  /** Number of reported engine losses. */
  readonly losses: number;
}

/** Time after a loss in which frames of the lost engine may still arrive. */
const LATE_MS = 500;

/** Measures sample by sample how long no frame arrives, and whether the client received the reason. */
export class PictureWatch {
  /** Time of the sample with the last new frame; null before the first. */
  seenAtMs: number | null = null;
  /** Time without a frame, at the last observation. */
  stallMs = 0;
  /** True when a loss was reported and no other engine has sent a frame since, at the last observation. */
  isTold = false;
  #frames = 0;
  #losses = 0;
  #lostAtMs = 0;

  look({ nowMs, frames, losses }: PictureLook): void {
    if (losses > this.#losses) {
      this.#lostAtMs = nowMs;
      this.isTold = true;
    }
    if (frames > this.#frames) {
      this.seenAtMs = nowMs;
      this.isTold &&= nowMs <= this.#lostAtMs + LATE_MS;
    }
    this.#frames = frames;
    this.#losses = losses;
    this.stallMs = this.seenAtMs === null ? 0 : nowMs - this.seenAtMs;
  }
}
