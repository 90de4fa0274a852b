import type { PipelineStats } from '../../base/voice/pipeline-stats.ts';
import { FILTERS_DELAY_MS } from '../../base/voice/low-pass.ts';

/** Delay between mouth and output by cause, in milliseconds. */
export interface DelayParts {
  /** Length of a chunk, which has to be complete before it is sent. */
  readonly chunk: number;
  /** The converter of voices and the two of sample rates look ahead. */
  readonly algorithm: number;
  /** Network delay in both directions, and the jitter buffer. */
  readonly queue: number;
  /** Buffers of the microphone and the output, as reported by the browser or the sound server. */
  readonly device: number;
  readonly total: number;
  /** Cost of keeping the delay since the stream began: gaps, repeated and dropped audio. */
  readonly gaps: number;
  readonly stretchedMs: number;
  readonly droppedMs: number;
}

/** Splits the delay that was measured; null while nothing is played. */
export function toDelayParts(
  facts: PipelineStats | null,
  converterMs: number,
  { deviceMs, chunkMs }: { readonly deviceMs: number; readonly chunkMs: number },
): DelayParts | null {
  if (facts === null || !facts.isPlaying) {
    return null;
  }
  const chunk = chunkMs;
  const algorithm = converterMs + FILTERS_DELAY_MS;
  const queue = Math.max(0, facts.delayMs - FILTERS_DELAY_MS - chunk);
  const total = chunk + algorithm + queue + deviceMs;
  const { gaps, stretchedMs, droppedMs } = facts;
  return { chunk, algorithm, queue, device: deviceMs, total, gaps, stretchedMs, droppedMs };
}
