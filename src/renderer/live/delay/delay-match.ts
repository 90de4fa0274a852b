import type { CameraView } from '../../../contract/ipc/cameras.ts';
import { MAX_VIDEO_DELAY_MS } from '../../../contract/devices.ts';
import { findMedian } from './find-median.ts';
import type { LiveMetrics } from '../session/live-metrics.ts';

type On = Extract<CameraView, { state: 'on' }>;

/**
 * Delay from the user's camera until the device has a frame, in ms, without the time that it is held back; null
 * while a part is unmeasured. The camera's own latency is unknown. Frames of a local worker go directly to the
 * device: the way back to the page is not included, and the engine's time is part of their age.
 */
export function toVideoMs(
  { output, delayMs }: Pick<On, 'output' | 'delayMs'>,
  { delay }: Pick<LiveMetrics, 'delay'>,
): number | null {
  const { send, network, engine, receive } = delay;
  if (output.flow !== 'flowing' || output.ageMs === null || send === null || network === null) {
    return null;
  }
  const ageMs = Math.max(0, output.ageMs.p50 - delayMs);
  if (output.coding === 'i420') {
    return send + network / 2 + ageMs;
  }
  return engine === null || receive === null ? null : send + network + engine + receive + ageMs;
}

/**
 * Delay of the audio that another program needs to match our video there, in ms; negative when the audio is
 * later. `voiceMs`: delay of the changed voice, 0 for the plain microphone. Null while a part is unmeasured.
 */
export function toSoundOffsetMs(
  view: CameraView,
  metrics: Pick<LiveMetrics, 'delay' | 'delayMs'>,
  voiceMs: number | null,
): number | null {
  const videoMs = view.state === 'on' ? toVideoMs(view, metrics) : null;
  const outputMs =
    videoMs === null || view.state !== 'on' ? metrics.delayMs : videoMs + view.delayMs;
  return outputMs === null || voiceMs === null ? null : Math.round(outputMs - voiceMs);
}

/** Measured delays of audio and video at one time. */
export interface MatchReading {
  /** Lag of the voice behind the undelayed video; null while unknown. */
  readonly differenceMs: number | null;
  readonly delayMs: number;
  /** Frames that the device has left out so far because a newer one was due. */
  readonly skipped: number;
}

/** Readings whose middle counts: ages of frames jump when the machine is busy. */
const READINGS = 9;
/**
 * Time after a change during which readings may show the previous state: a second of ages, the held-back
 * frames, and the way to the page.
 */
const SETTLE_MS = 3000;
/** Interval between two steps that follow a drift. */
const STEP_EVERY_MS = 5000;
/** In frames: smaller differences are ignored, larger ones corrected at once. */
const IDLE_FRAMES = 0.25;
const STEP_FRAMES = 0.5;
/**
 * In frames: a larger difference is no drift, but another path of video or voice, and is matched on the user's
 * request.
 */
const DRIFT_FRAMES = 3;

/**
 * Matches the video to the voice by holding it back. The user's own correction is in frames. A drift is
 * followed in steps of half a frame, which are invisible, and the delay is not reduced right after the device
 * skipped a frame.
 */
export class DelayMatch {
  readonly #frameMs: number;
  readonly #readings: number[] = [];
  #isStepping = false;
  #frames = 0;
  #delayMs = Number.NaN;
  #skipped = 0;
  #changedAtMs = Number.NEGATIVE_INFINITY;
  #steppedAtMs = Number.NEGATIVE_INFINITY;

  constructor(frameMs: number) {
    this.#frameMs = frameMs;
  }

  /** True when the delay follows the voice. */
  get isFollowing(): boolean {
    return this.#isStepping;
  }

  /** The user's correction, in frames. */
  get frames(): number {
    return this.#frames;
  }

  /** Lag of the voice in ms; negative when the video is later; null while unknown. */
  get differenceMs(): number | null {
    return findMedian(this.#readings);
  }

  /** Processes a reading; returns the new delay when it changes, else null. */
  read({ differenceMs, delayMs, skipped }: MatchReading, nowMs: number): number | null {
    const hasSkipped = skipped > this.#skipped;
    this.#skipped = skipped;
    if (delayMs !== this.#delayMs) {
      this.#delayMs = delayMs;
      this.#changedAtMs = nowMs;
    }
    if (differenceMs === null) {
      this.#readings.splice(0);
      return null;
    }
    if (nowMs - this.#changedAtMs < SETTLE_MS && this.#readings.length > 0) {
      return null;
    }
    this.#readings.push(differenceMs);
    this.#readings.splice(0, this.#readings.length - READINGS);
    return this.#isStepping ? this.#stepDelay(hasSkipped, nowMs) : null;
  }

  /** Matches now and follows from here on; null while the difference is not known. */
  match(): number | null {
    this.#isStepping = this.differenceMs !== null;
    this.#frames = 0;
    return this.#wanted();
  }

  /** Corrects a match by frames, to later or sooner. */
  correct(frames: number): number | null {
    const before = this.#wanted();
    this.#frames += frames;
    const wanted = this.#wanted();
    if (wanted === before) {
      this.#frames -= frames; // The delay is at a limit of its range.
    }
    return wanted;
  }

  /** Leaves the delay as it is. */
  stop(): void {
    this.#isStepping = false;
    this.#frames = 0;
  }

  #stepDelay(hasSkipped: boolean, nowMs: number): number | null {
    const missing = (this.#wanted() ?? this.#delayMs) - this.#delayMs;
    const frames = Math.abs(missing) / this.#frameMs;
    const isDrift = frames >= IDLE_FRAMES && frames <= DRIFT_FRAMES;
    if (!isDrift || nowMs - this.#steppedAtMs < STEP_EVERY_MS || (missing < 0 && hasSkipped)) {
      return null;
    }
    this.#steppedAtMs = nowMs;
    const max = STEP_FRAMES * this.#frameMs;
    return this.#delayMs + Math.max(-max, Math.min(max, missing));
  }

  #wanted(): number | null {
    const { differenceMs } = this;
    return differenceMs === null
      ? null
      : Math.max(0, Math.min(MAX_VIDEO_DELAY_MS, differenceMs + this.#frames * this.#frameMs));
  }
}
