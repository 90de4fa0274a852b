import type { PipelineStats } from '../../base/voice/pipeline-stats.ts';
import { FILTERS_DELAY_MS } from '../../base/voice/low-pass.ts';

/** Where the time between the mouth and the output goes, in milliseconds. */
export interface DelayParts {
  /** One piece of sound has to be complete before it is sent. */
  readonly chunk: number;
  /** The converter of voices and the two of sample rates look ahead. */
  readonly algorithm: number;
  /** On the way to the service and back, and what waits to be played so that no gap is heard. */
  readonly queue: number;
  /** Buffers of the microphone and the output, as the browser or the sound server tells them. */
  readonly device: number;
  readonly total: number;
  /** What keeping the delay cost since the stream began: gaps, sound that was said again or dropped. */
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
