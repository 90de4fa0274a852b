import { FRAME_HOLD_MS } from '../../../contract/frame-link.ts';
import { drawCard } from '../canvas/draw-card.ts';
import { drawFitting } from '../canvas/draw-fitting.ts';
import type { OutputGateLatch } from './output-gate-latch.ts';
import {
  type FromOutputGate,
  type GateFlow,
  reopenDelayMs,
  reopenPauseMs,
} from './output-gate-messages.ts';

/** Destination of frames: the writer of the output track. */
export interface GateOutput {
  /** Number of further frames it accepts now. */
  readonly desiredSize: number | null;
  write(frame: VideoFrame): Promise<void>;
}

/** Receives the output for other consumers. */
export interface GateFollower {
  /** Called with an output frame of the engine, which the gate keeps owning. */
  pass(frame: VideoFrame): void;
  /** Called when the card becomes the output. */
  cover(): void;
}

/** Gap after which the last frame counts as held: three frame times of a slow camera. */
const lateMs = 150;
const tickMs = 40;
const reportMs = 500;
/** Weight of one tick in the mean lateness: covers two seconds of ticks. */
const lateWeight = 0.02;
/** Deviation between the clocks, or lateness of a tick, that counts as a sleep of the machine. */
const sleepMs = 2000;
/** Interval of sending the static card: often enough for late joiners. */
const cardEveryMs = 100;

/**
 * Decides about every frame of the output: the engine's while they arrive and nothing is covered, else the
 * card. It is the last step before the output, so that no other component has to be trusted to hide the camera.
 */
export class OutputGate {
  readonly #output: GateOutput;
  readonly #preview: GateOutput;
  readonly #latch: OutputGateLatch;
  readonly #emit: (message: FromOutputGate) => void;
  readonly #onCard: (card: OffscreenCanvas) => void;
  readonly #nowMs: () => number;
  readonly #wallMs: () => number;
  readonly #makeFrame: (source: VideoFrame | OffscreenCanvas, timestampUs: number) => VideoFrame;
  #follower: GateFollower | null = null;
  /** Size of all output frames. */
  #card: OffscreenCanvas | null = null;
  /** Canvas for frames of another size, as after a change of cameras. */
  #fitted: OffscreenCanvas | null = null;
  #isPublished = false;
  /** True when the engine's newest frame is its own card. */
  #isCarded = false;
  #isCovered = false;
  #isBarred = false;
  /** Counts of the latch that took effect. */
  #covers = 0;
  #bars = 0;
  /** Start of uninterrupted frames, while waiting for current ones; else null. */
  #settlingSinceMs: number | null = null;
  #checkedAtMs: number;
  /** Time of day less the clock that only rises. */
  #offsetMs: number;
  #hasFeed = false;
  #hasBegun = false;
  #lastFrameMs = Number.NEGATIVE_INFINITY;
  #lastCardMs = Number.NEGATIVE_INFINITY;
  #lastReportMs = Number.NEGATIVE_INFINITY;
  #flow: GateFlow = 'waiting';
  #beatAtMs: number;
  #lateMs = 0;
  #passed = 0;
  #dropped = 0;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(options: {
    readonly output: GateOutput;
    /** Output for the user alone: the engine's frames while only the card is published. */
    readonly preview: GateOutput;
    readonly latch: OutputGateLatch;
    readonly emit: (message: FromOutputGate) => void;
    /** Called with each new card. */
    readonly onCard?: (card: OffscreenCanvas) => void;
    readonly nowMs?: () => number;
    readonly wallMs?: () => number;
    readonly makeFrame?: (source: VideoFrame | OffscreenCanvas, timestampUs: number) => VideoFrame;
  }) {
    this.#output = options.output;
    this.#preview = options.preview;
    this.#latch = options.latch;
    this.#emit = options.emit;
    this.#onCard = options.onCard ?? (() => undefined);
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#wallMs = options.wallMs ?? (() => Date.now());
    this.#checkedAtMs = this.#nowMs();
    this.#beatAtMs = this.#checkedAtMs;
    this.#offsetMs = this.#wallMs() - this.#checkedAtMs;
    this.#makeFrame =
      options.makeFrame ?? ((source, timestamp) => new VideoFrame(source, { timestamp }));
    this.#timer = setInterval(() => this.#beat(), tickMs);
  }

  /** Takes ownership of an engine frame and closes it; `isCard` when it is the engine's own card. */
  receive(frame: VideoFrame, isCard = false): void {
    const nowMs = this.#nowMs();
    this.#noticeClosing();
    this.#noticeSleep(nowMs);
    this.#settle(nowMs);
    this.#hasBegun = true;
    this.#hasFeed = true;
    this.#lastFrameMs = nowMs;
    this.#isCarded = isCard;
    if (this.#isCovered || this.#isBarred || this.#settlingSinceMs !== null) {
      frame.close();
      this.#passed += 1; // The frame arrived; its cover is no loss.
      if (passes(this.#flow)) {
        this.tick(); // Closed just now: what left last is still seen, and its timer may be late.
      }
      return;
    }
    // The state goes before the frame, so that no report follows the frame it is about.
    this.#enter(isCard ? 'carded' : 'flowing', nowMs);
    // Frames and cards share one clock, so that timestamps are monotonic.
    const own = this.#makeFrame(this.#fit(frame), Math.round(nowMs * 1000));
    frame.close();
    if (this.#isPublished) {
      this.#follower?.pass(own);
    }
    if (this.#write(this.#isPublished ? this.#output : this.#preview, own)) {
      this.#passed += 1;
    } else {
      this.#dropped += 1;
    }
  }

  /** Also passes the output to a follower. */
  setFollower(follower: GateFollower | null): void {
    this.#follower = follower;
  }

  /**
   * Sets whether the user is live. A gate starts unpublished, and shows the card immediately when unpublished
   * again.
   */
  publish(isOn: boolean): void {
    if (isOn === this.#isPublished) {
      return;
    }
    this.#isPublished = isOn;
    this.#lastCardMs = Number.NEGATIVE_INFINITY;
    if (!isOn) {
      this.#follower?.cover();
    }
    this.tick();
    this.#report(this.#nowMs());
  }

  /** Handles the end of the frames: the last one must not stay. */
  lose(): void {
    this.#hasFeed = false;
    this.tick();
  }

  /** `closings`: count of the latch when it was sent; later closings stay in effect. */
  cover(isOn: boolean, closings: number): void {
    this.#isCovered = isOn || closings < this.#latch.count('cover');
    this.tick();
  }

  /** See {@link cover}. */
  bar(isOn: boolean, closings: number): void {
    const isBarred = isOn || closings < this.#latch.count('bar');
    if (this.#isBarred && !isBarred) {
      this.#settlingSinceMs = this.#nowMs();
    }
    this.#isBarred = isBarred;
    this.tick();
  }

  /** Sets the card, and with it the size of everything that leaves. */
  setCard(image: ImageBitmap | null, width: number, height: number): void {
    if (this.#card?.width !== width || this.#card.height !== height) {
      this.#card = new OffscreenCanvas(width, height);
    }
    drawCard(this.#card, image);
    this.#onCard(this.#card);
    this.#lastCardMs = Number.NEGATIVE_INFINITY;
    this.tick();
  }

  /** Checks the clock; also called by the gate's own timer. */
  tick(): void {
    const nowMs = this.#nowMs();
    this.#noticeClosing();
    this.#noticeSleep(nowMs);
    this.#enter(this.#judge(nowMs), nowMs);
    const isCard = !passes(this.#flow);
    if (isCard || !this.#isPublished) {
      this.#showCard(nowMs, isCard);
    }
    if (nowMs - this.#lastReportMs >= reportMs) {
      this.#report(nowMs);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const nowMs = this.#nowMs();
    const lateMs = Math.max(0, nowMs - this.#beatAtMs - tickMs);
    this.#beatAtMs = nowMs;
    // A sleep of the machine is no load.
    this.#lateMs += (Math.min(lateMs, sleepMs) - this.#lateMs) * lateWeight;
    this.tick();
  }

  /** The output keeps its size: recordings and other programs cannot follow a change. */
  #fit(frame: VideoFrame): VideoFrame | OffscreenCanvas {
    const { displayWidth, displayHeight } = frame;
    const { width = displayWidth, height = displayHeight } = this.#card ?? {};
    if (width === displayWidth && height === displayHeight) {
      return frame;
    }
    if (this.#fitted?.width !== width || this.#fitted.height !== height) {
      this.#fitted = new OffscreenCanvas(width, height);
    }
    drawFitting(this.#fitted, frame);
    return this.#fitted;
  }

  /** Checks the latch, because the message may arrive much later. */
  #noticeClosing(): void {
    const covers = this.#latch.count('cover');
    const bars = this.#latch.count('bar');
    this.#isCovered ||= covers !== this.#covers;
    this.#isBarred ||= bars !== this.#bars;
    this.#covers = covers;
    this.#bars = bars;
  }

  /** Handles a sleep of the machine: frames from before it are outdated, so the gate waits as after a bar. */
  #noticeSleep(nowMs: number): void {
    const offsetMs = this.#wallMs() - nowMs;
    const isJump = Math.abs(offsetMs - this.#offsetMs) > sleepMs;
    if (this.#hasBegun && (isJump || nowMs - this.#checkedAtMs > sleepMs)) {
      this.#settlingSinceMs = nowMs;
    }
    this.#offsetMs = offsetMs;
    this.#checkedAtMs = nowMs;
  }

  /** Called with every frame, before it counts. */
  #settle(nowMs: number): void {
    if (this.#settlingSinceMs === null || this.#isBarred) {
      return;
    }
    if (nowMs - Math.max(this.#lastFrameMs, this.#settlingSinceMs) > reopenPauseMs) {
      this.#settlingSinceMs = nowMs;
    } else if (nowMs - this.#settlingSinceMs >= reopenDelayMs) {
      this.#settlingSinceMs = null;
    }
  }

  #judge(nowMs: number): GateFlow {
    const silentMs = nowMs - this.#lastFrameMs;
    if (this.#isCovered) {
      return 'covered';
    }
    if (this.#isBarred) {
      return 'barred';
    }
    if (!this.#hasBegun) {
      return 'waiting';
    }
    if (this.#settlingSinceMs !== null) {
      return 'barred';
    }
    if (!this.#hasFeed || silentMs > FRAME_HOLD_MS) {
      return 'stalled';
    }
    if (this.#isCarded) {
      return 'carded';
    }
    return silentMs > lateMs ? 'held' : 'flowing';
  }

  #enter(flow: GateFlow, nowMs: number): void {
    if (flow !== this.#flow) {
      this.#flow = flow;
      if (!passes(flow)) {
        this.#follower?.cover();
      }
      this.#lastCardMs = Number.NEGATIVE_INFINITY;
      this.#report(nowMs);
    }
  }

  #report(nowMs: number): void {
    this.#lastReportMs = nowMs;
    this.#emit({
      flow: this.#flow,
      isPublished: this.#isPublished,
      atMs: nowMs,
      lateMs: this.#lateMs,
      passed: this.#passed,
      dropped: this.#dropped,
    });
  }

  /** A preview shows no card while frames arrive. */
  #showCard(nowMs: number, isPreviewed: boolean): void {
    if (this.#card === null || nowMs - this.#lastCardMs < cardEveryMs) {
      return;
    }
    this.#lastCardMs = nowMs;
    const timestampUs = Math.round(nowMs * 1000);
    this.#write(this.#output, this.#makeFrame(this.#card, timestampUs));
    if (isPreviewed && !this.#isPublished) {
      this.#write(this.#preview, this.#makeFrame(this.#card, timestampUs));
    }
  }

  /** Drops a frame when the output is busy: a queue would only delay later ones. */
  #write(output: GateOutput, frame: VideoFrame): boolean {
    if ((output.desiredSize ?? 0) <= 0) {
      frame.close();
      return false;
    }
    output.write(frame).catch(() => undefined); // The output was ended; so is the gate.
    return true;
  }
}

/** Returns whether frames of the engine are visible. */
function passes(flow: GateFlow): boolean {
  return flow === 'flowing' || flow === 'held' || flow === 'carded';
}
