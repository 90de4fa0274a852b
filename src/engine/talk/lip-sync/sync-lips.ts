import type { Size } from '../../io/video/output-size.ts';
import type { WrittenVideo } from '../../io/video/video-writer.ts';
import type { SwapCounts } from '../../swap/swap-record.ts';
import { type MouthMetrics, summariseMouths } from '../check/mouth-record.ts';
import type { OpenMouthPainter } from '../seams/mouth-painter.ts';
import { type LipPreparation, prepareLips } from './prepare-lips.ts';
import type { LipFindings, PreparingTimes } from './prepared-lips.ts';
import { type RenderedLips, type RenderingTimes, renderLips } from './render-lips.ts';

/** A lip sync from clip and audio to a file. The same input gives the same bytes. */
export interface LipSync extends LipPreparation {
  /** Opens a painter that replaces the mouths of the clip; null without one. */
  readonly openPainter?: OpenMouthPainter | null | undefined;
  /** Path of the MP4 file, which appears when it is complete. */
  readonly outputPath: string;
  /** Called with the fraction done of tracking and then of rendering, 0..1. */
  readonly onProgress?: ((phase: 'preparing' | 'rendering', fraction: number) => void) | undefined;
}

/** Statistics of a finished lip sync. */
export interface LipSyncFacts
  extends SwapCounts, Omit<WrittenVideo, 'frames'>, MouthMetrics, Omit<LipFindings, 'times'> {
  readonly size: Size;
  readonly drawnFrames: number;
  /**
   * Number of frames in which the painter left lips open that must meet, so that the engine's own mouth was drawn; 0
   * without one.
   */
  readonly closedFrames: number;
  readonly times: PreparingTimes & RenderingTimes;
}

/**
 * Synchronises the lips in a clip with audio. Throws what preparing, reading and writing throw. Aborting leaves no file
 * and throws the reason of the signal.
 */
export async function syncLips(sync: LipSync): Promise<LipSyncFacts> {
  const { lips, sound } = await prepareLips(sync, (fraction) =>
    sync.onProgress?.('preparing', fraction),
  );
  const made = await renderLips(lips, {
    ...sync,
    painter: sync.openPainter?.(sound) ?? null,
    onProgress: (fraction) => sync.onProgress?.('rendering', fraction),
  });
  const { sizeBytes, sound: treatment } = made;
  return {
    ...summariseLips(lips.findings, [made]),
    size: lips.clip.size,
    sizeBytes,
    sound: treatment,
  };
}

/** Joins findings with the statistics of a lip sync's parts. */
export function summariseLips(
  findings: LipFindings,
  parts: readonly RenderedLips[],
): Omit<LipSyncFacts, 'size' | 'sizeBytes' | 'sound'> {
  const add = (pick: (part: RenderedLips) => number): number =>
    parts.reduce((sum, part) => sum + pick(part), 0);
  return {
    ...findings,
    ...summariseMouths(
      parts.map(({ samples }) => samples),
      findings.visemes,
    ),
    frames: {
      total: add(({ frames }) => frames.total),
      tracked: add(({ frames }) => frames.tracked),
      swapped: add(({ frames }) => frames.swapped),
    },
    untouched: parts.flatMap(({ untouched }) => untouched),
    drawnFrames: add(({ drawnFrames }) => drawnFrames),
    closedFrames: add(({ closedFrames }) => closedFrames),
    times: {
      ...findings.times,
      draw: add(({ times }) => times.draw),
      measure: add(({ times }) => times.measure),
      encode: add(({ times }) => times.encode),
    },
  };
}
