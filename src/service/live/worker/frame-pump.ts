import type { VideoFrame } from '@livekit/rtc-node';
import { FRAME_HOLD_MS, type LinkedFrameKind } from '../../../contract/frame-link.ts';
import type { FrameBadge } from '../../../engine/live/badge/frame-badge.ts';
import type { LiveFrameState, LiveSwap } from '../../../engine/live/live-swap.ts';
import { createBlackFrame, freeFrame, type RoomFrame, toRoomFrame } from './room-frame.ts';
import type { FrameLinkSender } from './frame-link-sender.ts';
import type { OutputTrack } from './output-track.ts';
import { createBillingClock } from './billing-clock.ts';

/** One frame is tracked while the previous one is rendered; a third would only wait. */
const MAX_IN_FLIGHT = 2;
/** Delay after which the engine counts as stalled and the output repeats the last frame. */
const STALL_MS = 120;

/**
 * Interval of covers before a stream, which show nothing: few are enough, and the preparation needs the CPU.
 */
const COVER_EVERY_MS = 100;

/** Receives the reports of a pump. */
export interface PumpListener {
  /** Frames come and there is something to show for them; once, until {@link FramePump.stream} is called. */
  onCamera(): void;
}

/** Outputs of a pump. */
export interface PumpOutputs {
  /** Track in the room. */
  readonly output: OutputTrack;
  /** Camera devices of this machine. */
  readonly link: Pick<FrameLinkSender, 'send'>;
  /** Marks swapped frames; absent for no badge. */
  readonly badge?: Pick<FrameBadge, 'draw'> | null | undefined;
}

/** Counts since the pump began. */
export interface PumpCounts {
  readonly received: number;
  readonly dropped: number;
  readonly sent: number;
}

/**
 * Moves frames from the camera through the engine to the output. The newest frame wins: at most two are in
 * flight and one waits; an older waiting one is dropped. A camera's frame leaves only rendered or covered,
 * never unchanged, and the output keeps the camera's rate when the engine stalls.
 */
export class FramePump {
  readonly #swap: Pick<LiveSwap, 'render' | 'drawCover'>;
  readonly #output: OutputTrack;
  readonly #link: Pick<FrameLinkSender, 'send'>;
  readonly #badge: Pick<FrameBadge, 'draw'> | null;
  readonly #listener: PumpListener;
  readonly #clock = createBillingClock();
  readonly #counts = { received: 0, dropped: 0, sent: 0 };
  #waiting: TimedFrame | null = null;
  #inFlight = 0;
  #isScheduled = false;
  #startedAtMs = 0;
  #isWaking = false;
  #isReady = false;
  #isStreaming = false;
  #hasRequested = false;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #goodAtMs = Number.NEGATIVE_INFINITY;
  #size = { width: 0, height: 0 };
  #state: LiveFrameState | null = null;
  #delaysMs: number[] = [];

  constructor(
    swap: Pick<LiveSwap, 'render' | 'drawCover'>,
    { output, link, badge }: PumpOutputs,
    listener: PumpListener,
  ) {
    this.#swap = swap;
    this.#output = output;
    this.#link = link;
    this.#badge = badge ?? null;
    this.#listener = listener;
  }

  get counts(): PumpCounts {
    return this.#counts;
  }

  /** Reason for covered frames while nothing is rendered; null while it streams. */
  get waitsFor(): 'no_character' | null {
    return this.#isReady || this.#isStreaming ? null : 'no_character';
  }

  /** State of the last frame that was rendered. */
  get state(): LiveFrameState | null {
    return this.#state;
  }

  /** Receives a frame of the camera. */
  push(video: VideoFrame): void {
    this.#counts.received += 1;
    const received = { ...toRoomFrame(video), atMs: performance.now() };
    this.#size = video;
    if (this.#waiting !== null) {
      this.#drop(this.#waiting);
    }
    this.#waiting = received;
    this.#schedule();
  }

  /** Handles the loss of the camera: the output ends with a covered frame. */
  cover(): void {
    const { width, height } = this.#size;
    if (width > 0) {
      this.#sendCovered({ ...createBlackFrame(width, height), atMs: performance.now() });
    }
  }

  /** Sets whether the engine can show something: a character, or the camera itself. */
  setReady(isReady: boolean): void {
    this.#isReady = isReady;
  }

  /** Renders frames from now on; before, they are covered. */
  stream(): void {
    this.#isStreaming = true;
    this.#sentAtMs = performance.now();
    this.#clock.start(this.#sentAtMs);
  }

  /** Covers frames from now on, as before {@link stream}. */
  hold(): void {
    this.#isStreaming = false;
  }

  /** Delays in here of the frames since the last call, in milliseconds; the array is the caller's. */
  drainDelays(): number[] {
    const delaysMs = this.#delaysMs;
    this.#delaysMs = [];
    return delaysMs;
  }

  /** Milliseconds of output that cost something. */
  streamedMs(): number {
    return this.#clock.read(performance.now());
  }

  #send({ video, atMs }: TimedFrame, kind: LinkedFrameKind): void {
    // The room comes first: the copy for the local cameras would delay it, and the output keeps the frame until
    // the next.
    this.#output.send(video, atMs);
    this.#link.send(video, kind, atMs);
    this.#sentAtMs = performance.now();
    this.#counts.sent += 1;
  }

  #sendCovered(timed: TimedFrame): void {
    this.#swap.drawCover(timed.frame);
    this.#send(timed, 'covered');
  }

  /**
   * Deferred: queued frames arrive in one burst, and all but the newest are stale. The deferral also lets
   * timers and messages run.
   */
  #schedule(): void {
    const isFree = this.#inFlight < MAX_IN_FLIGHT || !this.#isStreaming;
    if (!this.#isScheduled && this.#waiting !== null && isFree) {
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.#drain();
      });
    }
  }

  #drain(): void {
    const next = this.#waiting;
    if (next === null) {
      return;
    }
    if (this.#isStreaming) {
      this.#renderNext(next);
      return;
    }
    this.#waiting = null;
    if (this.#isReady && !this.#hasRequested) {
      this.#hasRequested = true;
      this.#listener.onCamera();
    }
    if (performance.now() - this.#sentAtMs >= COVER_EVERY_MS) {
      this.#sendCovered(next);
    } else {
      freeFrame(next.video);
    }
  }

  #renderNext(next: TimedFrame): void {
    const trackedAtMs = this.#startedAtMs + (this.#state?.trackMs ?? 0);
    const earlyMs = this.#inFlight === 0 ? 0 : trackedAtMs - performance.now();
    if (earlyMs > 1) {
      // The previous frame is still being tracked: meanwhile a newer one may arrive.
      if (!this.#isWaking) {
        this.#isWaking = true;
        setTimeout(() => {
          this.#isWaking = false;
          this.#schedule();
        }, earlyMs);
      }
    } else if (this.#inFlight < MAX_IN_FLIGHT) {
      this.#waiting = null;
      this.#inFlight += 1;
      this.#startedAtMs = performance.now();
      void this.#render(next);
    }
  }

  async #render(timed: TimedFrame): Promise<void> {
    try {
      this.#state = await this.#swap.render(timed.frame, Math.round(timed.atMs * 1000));
      const kind = toLinkedKind(this.#state);
      if (kind === 'swapped') {
        this.#badge?.draw(timed.frame);
      }
      this.#send(timed, kind);
      this.#goodAtMs = this.#sentAtMs;
      this.#delaysMs.push(this.#sentAtMs - timed.atMs);
      if (isBillable(this.#state)) {
        this.#clock.note(this.#sentAtMs);
      }
    } catch {
      // Only a swap that is being closed refuses; its error is reported elsewhere.
      this.#sendCovered(timed);
    } finally {
      this.#inFlight -= 1;
      this.#schedule();
    }
  }

  /** A frame gave way to a newer one; while the engine stalls its memory carries the cover. */
  #drop(timed: TimedFrame): void {
    this.#counts.dropped += 1;
    const nowMs = performance.now();
    const isStalled = this.#isStreaming && nowMs - this.#sentAtMs >= STALL_MS;
    if (isStalled && nowMs - this.#goodAtMs >= FRAME_HOLD_MS) {
      this.#sendCovered(timed);
      return;
    }
    freeFrame(timed.video);
    if (isStalled) {
      this.#output.repeat(nowMs);
      this.#sentAtMs = nowMs;
    }
  }
}

interface TimedFrame extends RoomFrame {
  /** Time of arrival, on the monotonic clock. */
  readonly atMs: number;
}

function toLinkedKind({ shown }: LiveFrameState): LinkedFrameKind {
  return shown === 'held' ? 'swapped' : shown;
}

/** Reasons for covered frames that are free: nothing was given to show, the engine failed, or was too slow to follow. */
const freeReasons: ReadonlySet<LiveFrameState['reason']> = new Set([
  'no_character',
  'engine_failed',
  'late',
]);

function isBillable({ reason }: LiveFrameState): boolean {
  return !freeReasons.has(reason);
}
