import type { CameraView } from '../../contract/ipc/cameras.ts';
import { MAX_VIDEO_DELAY_MS } from '../../contract/devices.ts';
import type { LiveMetrics } from './live-metrics.ts';

type On = Extract<CameraView, { state: 'on' }>;

/**
 * From the camera of the user until the device has a frame, in ms, without the time that it is held back; null while a part of
 * it is not measured. What the camera itself takes is not known to anybody here. Frames of a worker of this computer go to the
 * device from there: the way back to the page is no part of theirs, and the engine's time is part of their age.
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
 * By how much another program has to hold sound back so that it goes with our picture there, in ms; less than zero where the
 * sound comes later. `voiceMs`: how late the changed voice is, 0 for the microphone itself. Null while a part is not measured.
 */
export function toSoundOffsetMs(
  view: CameraView,
  metrics: Pick<LiveMetrics, 'delay' | 'delayMs'>,
  voiceMs: number | null,
): number | null {
  const videoMs = view.state === 'on' ? toVideoMs(view, metrics) : null;
  const pictureMs =
    videoMs === null || view.state !== 'on' ? metrics.delayMs : videoMs + view.delayMs;
  return pictureMs === null || voiceMs === null ? null : Math.round(pictureMs - voiceMs);
}

/** What is known of the two ways at a moment. */
export interface MatchReading {
  /** By how much the voice is later than the picture that is not held back; null while it is not known. */
  readonly differenceMs: number | null;
  readonly delayMs: number;
  /** Frames that the device has left out so far because a newer one was due. */
  readonly skipped: number;
}

/** Readings whose middle counts: ages of frames jump when the machine is busy. */
const READINGS = 9;
/** After a change readings say what was before it: a second of ages, what is held back, and the way to the page. */
const SETTLE_MS = 3000;
/** So far apart lie two steps that follow a drift. */
const STEP_EVERY_MS = 5000;
/** Of a frame: what is less is let be, and what is changed at once. */
const IDLE_FRAMES = 0.25;
const STEP_FRAMES = 0.5;
/** Of frames: what is more is no drift, but another way of picture or voice, and matched when the user says so. */
const DRIFT_FRAMES = 3;

/**
 * Keeps the picture at the voice: by how much it is held back. The user's own correction counts in frames. A drift is followed
 * in steps of half a frame, which nobody sees, and the picture does not come sooner right after the device left a frame out.
 */
export class DelayMatch {
  readonly #frameMs: number;
  readonly #readings: number[] = [];
  #isFollowing = false;
  #frames = 0;
  #delayMs = Number.NaN;
  #skipped = 0;
  #changedAtMs = Number.NEGATIVE_INFINITY;
  #steppedAtMs = Number.NEGATIVE_INFINITY;

  constructor(frameMs: number) {
    this.#frameMs = frameMs;
  }

  /** Whether the delay follows the voice. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** The user's correction, in frames. */
  get frames(): number {
    return this.#frames;
  }

  /** By how much the voice is later, in ms; negative when the picture is; null while it is not known. */
  get differenceMs(): number | null {
    return this.#readings.toSorted((a, b) => a - b)[this.#readings.length >> 1] ?? null;
  }

  /** Takes a reading; returns the delay from now on where it changes, else null. */
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
    return this.#isFollowing ? this.#follow(hasSkipped, nowMs) : null;
  }

  /** Matches now and follows from here on; null while the difference is not known. */
  match(): number | null {
    this.#isFollowing = this.differenceMs !== null;
    this.#frames = 0;
    return this.#wanted();
  }

  /** Corrects a match by frames, to later or sooner. */
  correct(frames: number): number | null {
    const before = this.#wanted();
    this.#frames += frames;
    const wanted = this.#wanted();
    if (wanted === before) {
      this.#frames -= frames; // It is at an end of what can be held back.
    }
    return wanted;
  }

  /** Leaves the delay as it is. */
  stop(): void {
    this.#isFollowing = false;
    this.#frames = 0;
  }

  #follow(hasSkipped: boolean, nowMs: number): number | null {
    const missing = (this.#wanted() ?? this.#delayMs) - this.#delayMs;
    const frames = Math.abs(missing) / this.#frameMs;
    const isDrift = frames >= IDLE_FRAMES && frames <= DRIFT_FRAMES;
    if (!isDrift || nowMs - this.#steppedAtMs < STEP_EVERY_MS || (missing < 0 && hasSkipped)) {
      return null;
    }
    this.#steppedAtMs = nowMs;
    const most = STEP_FRAMES * this.#frameMs;
    return this.#delayMs + Math.max(-most, Math.min(most, missing));
  }

  #wanted(): number | null {
    const { differenceMs } = this;
    return differenceMs === null
      ? null
      : Math.max(0, Math.min(MAX_VIDEO_DELAY_MS, differenceMs + this.#frames * this.#frameMs));
  }
}
