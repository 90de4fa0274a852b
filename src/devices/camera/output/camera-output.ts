import {
  type CameraFormat,
  type CameraOutputStatus,
  MAX_VIDEO_DELAY_MS,
} from '../../../contract/devices.ts';
import { i420Bytes, type LinkedFrame, monotonicMs } from '../../../contract/frame-link.ts';
import type { CameraSink } from '../camera-sink.ts';
import type { FrameListener } from '../link/frame-server.ts';
import { DelayLine } from './delay-line.ts';
import { DeviceGate } from './device-gate.ts';
import { LetterboxScaler } from './letterbox-scaler.ts';
import { OutputClock } from './output-clock.ts';
import { RecentTimes } from './recent-times.ts';

/** Dependencies of an output. */
export interface CameraOutputDependencies {
  readonly format: CameraFormat;
  readonly sinks: readonly CameraSink[];
  /** I420 of the format's size: shown when there is no frame. */
  readonly card: Uint8Array;
  /** I420 of the format's size: what {@link CameraOutput.test} shows. */
  readonly testPicture: Uint8Array;
  /** The monotonic clock in ms; the machine's by default. */
  readonly nowMs?: (() => number) | undefined;
}

/** Frames that may wait for their time beyond those of the longest delay. */
const SPARE_FRAMES = 2;
const TEST_MS = 10_000;
/** Longest wait of a listener before it asks again. */
const LISTEN_MS = 1000;

/**
 * Pipeline between the frame link and the devices: frames are admitted by the gate, scaled, held back by the
 * delay, and sent at the rate of the clock; without frames the card is sent.
 */
export class CameraOutput implements FrameListener {
  readonly #dependencies: CameraOutputDependencies;
  readonly #nowMs: () => number;
  readonly #gate = new DeviceGate();
  readonly #line: DelayLine;
  readonly #clock: OutputClock;
  readonly #ages: RecentTimes;
  readonly #written: RecentTimes;
  readonly #arrivals = new Set<NodeJS.Timeout>();
  readonly #listeners = new Set<() => void>();
  #isCard = true;
  #card: Uint8Array;
  #fit: LetterboxScaler | null = null;
  #delayMs = 0;
  #testUntilMs = Number.NEGATIVE_INFINITY;
  #received = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Shows the card at once. */
  constructor(dependencies: CameraOutputDependencies) {
    this.#dependencies = dependencies;
    this.#nowMs = dependencies.nowMs ?? (() => monotonicMs(process.hrtime.bigint()));
    const { format } = dependencies;
    const delayed = Math.ceil((MAX_VIDEO_DELAY_MS / 1000) * format.rate);
    this.#line = new DelayLine(i420Bytes(format), delayed + SPARE_FRAMES);
    this.#clock = new OutputClock(format.rate, this.#nowMs());
    this.#ages = new RecentTimes(2 * format.rate);
    this.#written = new RecentTimes(2 * format.rate);
    this.#card = dependencies.card;
    this.#write(dependencies.card, true);
    this.#schedule();
  }

  get format(): CameraFormat {
    return this.#dependencies.format;
  }

  /** Current status. */
  get status(): Omit<CameraOutputStatus, 'coding' | 'readers'> {
    const nowMs = this.#nowMs();
    const ages = this.#ages.read(nowMs);
    return {
      flow: this.#gate.judge(nowMs),
      isCard: this.#isCard,
      framesPerSecond: this.#written.read(nowMs)?.count ?? 0,
      ageMs: ages === null ? null : { p50: ages.p50, p95: ages.p95 },
      received: this.#received,
      dropped: this.#dropped,
      skipped: this.#line.skipped,
    };
  }

  /**
   * Waits until the newest output frame is the card or no longer is, unlike `isCard`, for a second at most. Returns
   * whether it is the card then.
   */
  async nextCard(isCard: boolean): Promise<boolean> {
    if (this.#isCard === isCard) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LISTEN_MS);
      this.#listeners.add(resolve);
      await promise;
      clearTimeout(timer);
      this.#listeners.delete(resolve);
    }
    return this.#isCard;
  }

  onFrame(frame: LinkedFrame, planes: Uint8Array): void {
    this.#received += 1;
    const nowMs = this.#nowMs();
    if (!this.#gate.admit(frame, nowMs)) {
      this.#dropped += 1;
      return;
    }
    const own = this.#line.acquire();
    this.#copy(frame, planes, own);
    this.#line.push({ frame, planes: own, dueAtMs: nowMs + this.#delayMs });
    if (this.#delayMs === 0) {
      this.#arrive();
    } else {
      const timer = setTimeout(() => {
        this.#arrivals.delete(timer);
        this.#arrive();
      }, this.#delayMs);
      this.#arrivals.add(timer);
    }
  }

  onLost(): void {
    this.#gate.lose();
    this.#line.clear();
    this.#showCard();
  }

  /** Shows the card immediately, until it is revoked, regardless of frames. */
  cover(isOn: boolean): void {
    this.#gate.cover(isOn);
    if (isOn) {
      this.#line.clear();
      this.#showCard();
    }
  }

  /** Sets whether the user is live; otherwise the card is shown, regardless of frames. */
  publish(isOn: boolean): void {
    this.#gate.publish(isOn);
    if (!isOn) {
      this.#line.clear();
      this.#showCard();
    }
  }

  /** Sets whether the camera's own picture may be shown; waiting frames of it are dropped when it may not. */
  allowPassthrough(isAllowed: boolean): void {
    const wasShown = this.#line.last?.frame.kind === 'passthrough';
    this.#gate.allowPassthrough(isAllowed);
    if (!isAllowed) {
      this.#line.clear('passthrough');
      if (wasShown) {
        this.#showCard();
      }
    }
  }

  /** Sets the card that is shown when there is no frame: I420 of the format's size. */
  setCard(card: Uint8Array): void {
    this.#card = card;
    if (this.#isCard) {
      this.#showCard();
    }
  }

  /** Shows the test image for ten seconds instead of the card, unless covered. */
  test(): void {
    this.#testUntilMs = this.#nowMs() + TEST_MS;
  }

  /** Sets the delay of frames, up to a second, in milliseconds. */
  setDelay(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** Stops the output; the sinks still belong to the caller. */
  close(): void {
    clearTimeout(this.#timer);
    for (const timer of this.#arrivals) {
      clearTimeout(timer);
    }
  }

  #copy(frame: LinkedFrame, from: Uint8Array, to: Uint8Array): void {
    const { format } = this.#dependencies;
    if (frame.width === format.width && frame.height === format.height) {
      to.set(from);
      return;
    }
    if (this.#fit?.isFor(frame) !== true) {
      this.#fit = new LetterboxScaler(frame, format);
    }
    this.#fit.apply(from, to);
  }

  /** A frame is due. */
  #arrive(): void {
    const nowMs = this.#nowMs();
    if (this.#clock.arrive(nowMs)) {
      this.#showNewest(nowMs);
      this.#schedule();
    }
  }

  #tick(): void {
    const nowMs = this.#nowMs();
    const isWaiting = this.#line.isDue(nowMs);
    if (this.#clock.tick(nowMs, isWaiting)) {
      if (isWaiting) {
        this.#showNewest(nowMs);
      } else {
        this.#showAgain(nowMs);
      }
    }
    this.#schedule();
  }

  #showNewest(nowMs: number): void {
    const pulled = this.#line.pull(nowMs);
    if (pulled !== null && this.#gate.judge(nowMs) !== 'covered') {
      this.#write(pulled.planes, false);
      this.#ages.add(this.#nowMs() - pulled.frame.capturedAtMs, nowMs);
    } else {
      this.#showAgain(nowMs);
    }
  }

  #showAgain(nowMs: number): void {
    const { last } = this.#line;
    if (last !== null && this.#gate.judge(nowMs) === 'flowing') {
      this.#write(last.planes, false);
    } else {
      this.#showCard();
    }
  }

  #showCard(): void {
    const { testPicture } = this.#dependencies;
    const isTest =
      this.#nowMs() < this.#testUntilMs && this.#gate.judge(this.#nowMs()) !== 'covered';
    this.#write(isTest ? testPicture : this.#card, true);
  }

  #write(planes: Uint8Array, isCard: boolean): void {
    for (const sink of this.#dependencies.sinks) {
      sink.write(planes);
    }
    if (isCard !== this.#isCard) {
      this.#isCard = isCard;
      this.#listeners.forEach((listener) => listener());
    }
    this.#written.add(0, this.#nowMs());
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), this.#clock.untilNext(this.#nowMs()) + EARLY_MS);
  }
}

/** Timers fire up to a millisecond early. */
const EARLY_MS = 1;
