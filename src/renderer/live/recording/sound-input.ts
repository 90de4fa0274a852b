import { RateConverter, type SoundPiece } from './rate-converter.ts';
import type { SoundTimeline } from './sound-timeline.ts';
import { TimelineClock } from './timeline-clock.ts';

/** How much faster or slower sound is made for each millisecond that it is away from its place. */
const steering = 0.0002;
/** 1.7 cents, which nobody hears. */
const mostStretch = 0.001;
/** How far one piece moves the measured distance: 10 ms pieces make that half a second. */
const smoothing = 0.02;
/** Until its clock is known, sound is brought to its place this many times quicker. */
const settlingFactor = 8;
const settlingMs = 2_000;

/** A piece of sound with its time on the clock of its stream. */
export type TimedSound = SoundPiece & Pick<AudioData, 'timestamp' | 'duration'>;

/**
 * Brings one stream of sound onto a timeline. Its device and the page count seconds differently, by up to some
 * hundred millionths: the sound is stretched by as much, so that it neither runs away from the picture nor breaks off.
 */
export class SoundInput {
  readonly #timeline: SoundTimeline;
  readonly #clock = new TimelineClock();
  readonly #rate = new RateConverter();
  /** Milliseconds by which the sound belongs later than it would come to lie; null before the first piece. */
  #aheadMs: number | null = null;
  #beganMs: number | null = null;

  constructor(timeline: SoundTimeline) {
    this.#timeline = timeline;
  }

  /** Adds a piece that came at `nowMs`. `shiftMs` leads from the clock of `nowMs` to the timeline. */
  add(piece: TimedSound, nowMs: number, shiftMs: number): void {
    // A piece comes when its last sample was heard.
    const startMs = this.#clock.toPosition(piece.timestamp, nowMs) - piece.duration / 1000;
    const atMs = startMs + shiftMs;
    const aheadMs = atMs - this.#timeline.endMs;
    this.#beganMs ??= nowMs;
    const factor = nowMs - this.#beganMs < settlingMs ? settlingFactor : 1;
    const before = this.#aheadMs ?? aheadMs;
    const stretch = Math.min(mostStretch, Math.max(-mostStretch, before * steering)) * factor;
    const isJump = this.#timeline.put(this.#rate.convert(piece, stretch), atMs);
    this.#aheadMs = isJump ? null : before + (aheadMs - before) * Math.min(1, smoothing * factor);
  }
}
