import type { SwapServerMessage } from '../../../contract/api/sockets.ts';
import type { StreamReport } from '../worker/worker-messages.ts';

/** Input of `stats`: the worker's last report, null without one, and the time of the session. */
export interface SessionProgress {
  readonly report: StreamReport | null;
  readonly streamedMs: number;
  readonly elapsedMs: number;
  readonly maxDurationSec: number;
}

/** The message that a client gets once a second. No more time is billed than was funded. */
export function toStatsMessage(progress: SessionProgress): SwapServerMessage {
  const { report, streamedMs, elapsedMs, maxDurationSec } = progress;
  return {
    type: 'stats',
    fps: toTenths(report?.framesPerSecond ?? 0),
    latency_ms: Math.round(report?.latencyMs ?? 0),
    tracked: report?.isTracked ?? false,
    ...toCoverReason(report),
    engine: report?.engine ?? '',
    ...(typeof report?.mode === 'string' && { mode: report.mode }),
    ...((report?.movesArms === true || report?.hasSlowArms === true) && {
      arms: report.movesArms ? 'moving' : 'still',
    }),
    seconds_billed: toTenths(Math.min(streamedMs / 1000, maxDurationSec)),
    seconds_left: toTenths(Math.max(0, maxDurationSec - elapsedMs / 1000)),
  };
}

/** Without a picture so far nobody can know whether there is a face. */
function toCoverReason(report: StreamReport | null): { readonly cover_reason?: string } {
  const hasPicture = report !== null && report.mode !== null;
  const reason = report?.coverReason ?? (hasPicture ? null : 'no_picture');
  return reason === null ? {} : { cover_reason: reason };
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
