import type { FramePump } from './frame-pump.ts';
import type { RoomDelay } from './room-delay.ts';
import type { StreamReport } from './worker-messages.ts';

const REPORT_MS = 250;
/** Number of reports over which rates are measured. */
const WINDOW = 8;
/** Statistics of the room cost more than the rest of a report. */
const DELAY_EVERY = 8;

/** Reports the state of a stream until it is closed. */
export interface Reporter {
  /** Ends the reports and answers the last one. */
  close(): StreamReport;
}

/** Starts to report. */
export function createReporter(dependencies: {
  readonly engine: () => string;
  readonly pump: FramePump;
  readonly delay: RoomDelay;
  /** See `StreamReport`. */
  readonly isReduced: () => boolean;
  readonly hasSlowArms: () => boolean;
  readonly send: (report: StreamReport) => void;
}): Reporter {
  const { pump, delay, send, engine, isReduced, hasSlowArms } = dependencies;
  const sentAt: { readonly atMs: number; readonly sent: number }[] = [];
  let roomMs = 0;
  let insideMs = 0;
  let count = 0;

  function report(): StreamReport {
    const nowMs = performance.now();
    const { received, dropped, sent } = pump.counts;
    sentAt.push({ atMs: nowMs, sent });
    if (sentAt.length > WINDOW) {
      sentAt.shift();
    }
    const first = sentAt[0];
    const seconds = first === undefined ? 0 : (nowMs - first.atMs) / 1000;
    insideMs = median(pump.drainDelays()) ?? insideMs;
    const { state } = pump;
    return {
      streamedMs: pump.streamedMs(),
      framesPerSecond: seconds > 0 ? (sent - (first?.sent ?? 0)) / seconds : 0,
      latencyMs: roomMs + insideMs,
      isTracked: state?.isTracked ?? false,
      mode: state?.mode ?? null,
      movesArms: state?.movesArms ?? false,
      isReduced: isReduced(),
      hasSlowArms: hasSlowArms(),
      coverReason: state === null ? pump.waitsFor : state.reason,
      engine: engine(),
      received,
      dropped,
    };
  }

  async function measureRoom(): Promise<void> {
    try {
      roomMs = await delay.measure();
    } catch {
      // A room that is being left has no statistics.
    }
  }

  const timer = setInterval(() => {
    if (count % DELAY_EVERY === 0) {
      void measureRoom();
    }
    count += 1;
    send(report());
  }, REPORT_MS);
  return {
    close() {
      clearInterval(timer);
      return report();
    },
  };
}

function median(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? null;
}
