import { RateConverter, type SoundPiece } from './rate-converter.ts';
import type { SoundTimeline } from './sound-timeline.ts';
import { TimelineClock } from './timeline-clock.ts';

/** Relative rate change per millisecond of deviation. */
const steering = 0.0002;
/** 1.7 cents, which is inaudible. */
const maxStretch = 0.001;
/** Weight of one chunk in the measured deviation: half a second with chunks of 10 ms. */
const smoothing = 0.02;
/** Factor of faster correction until the clock is known. */
const settlingFactor = 8;
const settlingMs = 2_000;

/** An audio chunk with its time on the clock of its stream. */
export type TimedSound = SoundPiece & Pick<AudioData, 'timestamp' | 'duration'>;

/**
 * Aligns an audio stream with a timeline. Its device and the page have clocks that differ by up to some hundred
 * millionths: the audio is stretched accordingly, so that it neither drifts from the video nor breaks off.
 */
export class SoundInput {
  readonly #timeline: SoundTimeline;
  readonly #clock = new TimelineClock();
  readonly #rate = new RateConverter();
  /** Milliseconds by which the audio has to be delayed; null before the first chunk. */
  #aheadMs: number | null = null;
  #beganMs: number | null = null;

  constructor(timeline: SoundTimeline) {
    this.#timeline = timeline;
  }

  /** Adds a chunk that arrived at `nowMs`. `shiftMs` converts from the clock of `nowMs` to the timeline. */
  add(piece: TimedSound, nowMs: number, shiftMs: number): void {
    // A chunk arrives after its last sample was captured.
    const startMs = this.#clock.toPosition(piece.timestamp, nowMs) - piece.duration / 1000;
    const atMs = startMs + shiftMs;
    const aheadMs = atMs - this.#timeline.endMs;
    this.#beganMs ??= nowMs;
    const factor = nowMs - this.#beganMs < settlingMs ? settlingFactor : 1;
    const before = this.#aheadMs ?? aheadMs;
    const stretch = Math.min(maxStretch, Math.max(-maxStretch, before * steering)) * factor;
    const isJump = this.#timeline.put(this.#rate.convert(piece, stretch), atMs);
    this.#aheadMs = isJump ? null : before + (aheadMs - before) * Math.min(1, smoothing * factor);
  }
}
