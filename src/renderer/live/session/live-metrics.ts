import type { LiveStats } from '../../../contract/ipc/live.ts';
import type { FromOutputGate } from '../output/output-gate-messages.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** Delay of a frame in four parts, in milliseconds; null for unmeasured ones. */
export interface LiveDelayParts {
  readonly send: number | null;
  readonly network: number | null;
  readonly engine: number | null;
  readonly receive: number | null;
}

/** Measurements of the output, over the last second unless stated otherwise. */
export interface LiveMetrics {
  /** Output frames of the engine. */
  readonly fps: number;
  readonly sentFps: number | null;
  readonly delay: LiveDelayParts;
  /** Sum of the parts; null until all are known. */
  readonly delayMs: number | null;
  /** Frames that were sent and did not come back, as a fraction of the last ten seconds. */
  readonly lostFraction: number | null;
  /** Time from the press of the button until the first frame. */
  readonly firstFrameMs: number | null;
  readonly limit: LiveLimit | null;
}

/** Bottleneck of the output; `smallest`: the engine, at the smallest video size already. */
export type LiveLimit = 'camera' | 'computer' | 'network' | 'engine' | 'smallest';

/** Initial value before any measurement. */
export const noMetrics: LiveMetrics = {
  fps: 0,
  sentFps: null,
  delay: { send: null, network: null, engine: null, receive: null },
  delayMs: null,
  lostFraction: null,
  firstFrameMs: null,
  limit: null,
};

/** Number of output frames, and the time of the count. */
type Counted = Pick<FromOutputGate, 'atMs' | 'passed' | 'lateMs'>;

const nothing: Counted = { atMs: 0, passed: 0, lateMs: 0 };

/** Gathers metrics until it is closed. */
export interface MetricsMeter {
  /** The last report of the gate. */
  readonly addOutput: (message: Counted) => void;
  readonly setFirstFrame: (durationMs: number) => void;
  readonly close: () => void;
}

const intervalMs = 1000;
const windowSec = 10;
/** A computer whose timers are later than this has no time left. */
const busyMs = 12;
/** Fraction of the sent frames below which the engine counts as the bottleneck. */
const lowPart = 0.8;

/**
 * Measures once a second. The gate reports at its own rate, one or two times a second, so frames are counted
 * over the gate's interval, not the meter's.
 */
export function openMetricsMeter(options: {
  /** Currently requested format. */
  readonly readPlan: () => { readonly fps: number; readonly isSmallest: boolean };
  readonly measureTransport: () => Promise<TransportMetrics | null>;
  readonly readStats: () => LiveStats | null;
  readonly onMetrics: (metrics: LiveMetrics) => void;
}): MetricsMeter {
  let message: Counted | null = null;
  let counted: Counted | null = null;
  let hasMeasured = false;
  let firstFrameMs: number | null = null;
  let isClosed = false;
  const seconds: { readonly sent: number; readonly passed: number }[] = [];

  const measure = async (): Promise<void> => {
    const transport = await options.measureTransport();
    const last = counted;
    counted = message;
    if (!hasMeasured || isClosed) {
      hasMeasured = true;
      return;
    }
    const { atMs: untilMs, passed: count } = counted ?? nothing;
    const { atMs: fromMs, passed: before } = last ?? counted ?? nothing;
    const sec = (untilMs - fromMs) / 1000;
    const passed = count - before;
    const fps = sec > 0 ? passed / sec : 0;
    const hasBegun = firstFrameMs !== null;
    if (transport !== null && hasBegun) {
      seconds.push({ sent: transport.sentFps * sec, passed });
      seconds.splice(0, seconds.length - windowSec);
    }
    const stats = options.readStats();
    const plan = options.readPlan();
    options.onMetrics({
      fps,
      sentFps: transport?.sentFps ?? null,
      ...toDelay(transport, stats),
      lostFraction: toLostFraction(seconds),
      firstFrameMs,
      limit:
        transport !== null && hasBegun
          ? findLiveLimit(plan, fps, { ...transport, lateMs: counted?.lateMs ?? 0 })
          : null,
    });
  };
  const timer = setInterval(() => void measure(), intervalMs);
  return {
    addOutput: (now) => {
      message = now;
    },
    setFirstFrame: (durationMs) => {
      firstFrameMs = durationMs;
      counted = message;
    },
    close: () => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

function toDelay(
  transport: TransportMetrics | null,
  stats: LiveStats | null,
): Pick<LiveMetrics, 'delay' | 'delayMs'> {
  const delay: LiveDelayParts = {
    send: transport?.sendMs ?? null,
    network: transport?.networkMs ?? null,
    engine: stats !== null && stats.fps > 0 ? stats.latencyMs : null,
    receive: transport?.receiveMs ?? null,
  };
  const { send, network, engine, receive } = delay;
  const isWhole = send !== null && network !== null && engine !== null && receive !== null;
  return { delay, delayMs: isWhole ? send + network + engine + receive : null };
}

function toLostFraction(seconds: readonly { sent: number; passed: number }[]): number | null {
  const sent = seconds.reduce((sum, entry) => sum + entry.sent, 0);
  const passed = seconds.reduce((sum, entry) => sum + entry.passed, 0);
  return seconds.length < 3 || sent === 0 ? null : Math.max(0, 1 - passed / sent);
}

/** Finds the first place where frames are lost: the camera, the encoder, the network, the engine. */
export function findLiveLimit(
  plan: { readonly fps: number; readonly isSmallest: boolean },
  fps: number,
  {
    sentFps,
    limitedBy,
    lateMs,
  }: Pick<TransportMetrics, 'sentFps' | 'limitedBy'> & Pick<FromOutputGate, 'lateMs'>,
): LiveLimit | null {
  if (limitedBy === 'cpu') {
    return 'computer';
  }
  if (limitedBy === 'bandwidth') {
    return 'network';
  }
  if (sentFps < plan.fps * lowPart) {
    // A camera in the dark is slow while the computer is idle; a busy computer misses its frames.
    return lateMs > busyMs ? 'computer' : 'camera';
  }
  if (fps >= sentFps * lowPart) {
    return null;
  }
  return plan.isSmallest ? 'smallest' : 'engine';
}
