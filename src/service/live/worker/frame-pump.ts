import type { VideoFrame } from '@livekit/rtc-node';
import type { LiveFrameState, LiveSwap } from '../../../engine/live/live-swap.ts';
import { createBlackFrame, freeFrame, type RoomFrame, toRoomFrame } from './room-frame.ts';
import type { OutputTrack } from './output-track.ts';
import { createBillingClock } from './billing-clock.ts';

/** One is followed while the one before is drawn; a third would only wait. */
const MAX_UNDER_WAY = 2;
/** The engine is late: from here on the output goes on without it, with the last picture. */
const STALL_MS = 120;
/** So long the last picture stands; then the output is covered. */
const HOLD_MS = 300;

/** Covers before a stream are pictures of nothing: few are enough, and what prepares it needs the time. */
const COVER_EVERY_MS = 100;

/** What a pump tells. */
export interface PumpListener {
  /** Pictures come and there is something to show for them; once, until `stream` is called. */
  onCamera(): void;
}

/** Counts since the pump began. */
export interface PumpCounts {
  readonly received: number;
  readonly dropped: number;
  readonly sent: number;
}

/** Moves pictures from the camera through the engine to the output. */
export interface FramePump {
  take(video: VideoFrame): void;
  /** The camera is gone: the output ends with a covered picture. */
  cover(): void;
  /** Whether the engine has something to show: a character, or the camera as it is. */
  setReady(isReady: boolean): void;
  /** From now on pictures are rendered; before, they are covered. */
  stream(): void;
  readonly counts: PumpCounts;
  /** What is missing while nothing is rendered: the reason of a covered picture; null while it streams. */
  readonly waitsFor: 'no_character' | null;
  /** State of the last picture that was rendered. */
  readonly state: LiveFrameState | null;
  /** Delays in here of the pictures since the last call, in milliseconds; the array is the caller's. */
  takeDelays(): number[];
  streamedMs(): number;
}

/**
 * The newest picture wins: at most two are under way and one waits; an older one that waits is dropped. A
 * camera's picture leaves here rendered or covered, never as it came, and the output goes on at the
 * camera's rate when the engine stalls.
 */
export function createFramePump(
  swap: Pick<LiveSwap, 'render' | 'drawCover'>,
  output: OutputTrack,
  listener: PumpListener,
): FramePump {
  const clock = createBillingClock();
  let waiting: TimedPicture | null = null;
  let underWay = 0;
  let isScheduled = false;
  let startedAtMs = 0;
  let wakeTimer: NodeJS.Timeout | undefined;
  let isReady = false;
  let isStreaming = false;
  let hasAsked = false;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let goodAtMs = Number.NEGATIVE_INFINITY;
  let size = { width: 0, height: 0 };
  let state: LiveFrameState | null = null;
  let delaysMs: number[] = [];
  const counts = { received: 0, dropped: 0, sent: 0 };

  function send({ video, atMs }: TimedPicture): void {
    output.send(video, atMs);
    sentAtMs = performance.now();
    counts.sent += 1;
  }

  function sendCovered(picture: TimedPicture): void {
    swap.drawCover(picture.frame);
    send(picture);
  }

  /**
   * Not at once: pictures that have piled up arrive in one go, and all but the newest are stale. It also lets
   * timers and messages have their turn.
   */
  function schedule(): void {
    if (!isScheduled && waiting !== null && (underWay < MAX_UNDER_WAY || !isStreaming)) {
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        drain();
      });
    }
  }

  function drain(): void {
    const next = waiting;
    if (next === null) {
      return;
    }
    if (isStreaming) {
      const earlyMs = underWay === 0 ? 0 : startedAtMs + (state?.trackMs ?? 0) - performance.now();
      if (earlyMs > 1) {
        // The one before is still being followed: until it is not, a newer picture may come.
        wakeTimer ??= setTimeout(() => {
          wakeTimer = undefined;
          schedule();
        }, earlyMs);
      } else if (underWay < MAX_UNDER_WAY) {
        waiting = null;
        underWay += 1;
        startedAtMs = performance.now();
        void render(next);
      }
      return;
    }
    waiting = null;
    if (isReady && !hasAsked) {
      hasAsked = true;
      listener.onCamera();
    }
    if (performance.now() - sentAtMs >= COVER_EVERY_MS) {
      sendCovered(next);
    } else {
      freeFrame(next.video);
    }
  }

  async function render(picture: TimedPicture): Promise<void> {
    try {
      state = await swap.render(picture.frame, Math.round(picture.atMs * 1000));
      send(picture);
      goodAtMs = sentAtMs;
      delaysMs.push(sentAtMs - picture.atMs);
      if (isBillable(state)) {
        clock.note(sentAtMs);
      }
    } catch {
      // Only a swap that is being closed refuses; what it says is on its way elsewhere.
      sendCovered(picture);
    } finally {
      underWay -= 1;
      schedule();
    }
  }

  /** A picture gave way to a newer one; while the engine stalls its memory carries the cover. */
  function drop(picture: TimedPicture): void {
    counts.dropped += 1;
    const nowMs = performance.now();
    const isStalled = isStreaming && nowMs - sentAtMs >= STALL_MS;
    if (isStalled && nowMs - goodAtMs >= HOLD_MS) {
      sendCovered(picture);
      return;
    }
    freeFrame(picture.video);
    if (isStalled) {
      output.repeat(nowMs);
      sentAtMs = nowMs;
    }
  }

  return {
    counts,
    get waitsFor() {
      return isReady || isStreaming ? null : 'no_character';
    },
    get state() {
      return state;
    },
    take(video) {
      counts.received += 1;
      const picture = { ...toRoomFrame(video), atMs: performance.now() };
      size = video;
      if (waiting !== null) {
        drop(waiting);
      }
      waiting = picture;
      schedule();
    },
    cover() {
      if (size.width > 0) {
        sendCovered({ ...createBlackFrame(size.width, size.height), atMs: performance.now() });
      }
    },
    setReady(isNowReady) {
      isReady = isNowReady;
    },
    stream() {
      isStreaming = true;
      sentAtMs = performance.now();
      clock.start(sentAtMs);
    },
    takeDelays() {
      const taken = delaysMs;
      delaysMs = [];
      return taken;
    },
    streamedMs: () => clock.read(performance.now()),
  };
}

interface TimedPicture extends RoomFrame {
  /** When it came, on the monotonic clock. */
  readonly atMs: number;
}

/** Pictures that show nothing because nothing was given to show, or because the engine failed, are free. */
function isBillable({ reason }: LiveFrameState): boolean {
  return reason !== 'no_character' && reason !== 'engine_failed';
}
