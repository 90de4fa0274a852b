import type { Size } from '../../io/output-size.ts';
import type { WrittenVideo } from '../../io/video-writer.ts';
import type { SwapCounts } from '../../swap/swap-record.ts';
import { type MouthMetrics, summariseMouths } from '../check/mouth-record.ts';
import type { OpenMouthPainter } from '../seams/mouth-painter.ts';
import { type LipPreparation, prepareLips } from './prepare-lips.ts';
import type { LipFindings, PreparingTimes } from './prepared-lips.ts';
import { type RenderedLips, type RenderingTimes, renderLips } from './render-lips.ts';

/** A lip sync: what goes in, what comes out and how. The same input gives the same bytes. */
export interface LipSync extends LipPreparation {
  /** Paints mouths in place of those of the clip. */
  readonly openPainter?: OpenMouthPainter | null | undefined;
  /** An MP4 file comes to be here when it is complete. */
  readonly outputPath: string;
  /** How much of looking through the clip, and then of making the result, is done, 0..1. */
  readonly onProgress?: ((stage: 'preparing' | 'rendering', fraction: number) => void) | undefined;
}

/** What became of a lip sync. */
export interface LipSyncFacts
  extends SwapCounts, Omit<WrittenVideo, 'frames'>, MouthMetrics, Omit<LipFindings, 'times'> {
  readonly size: Size;
  readonly drawnFrames: number;
  /** Frames in which a painter left lips open that have to meet, so that ours were drawn; 0 without one. */
  readonly closedFrames: number;
  readonly times: PreparingTimes & RenderingTimes;
}

/**
 * Makes a clip say a sound. Throws what preparing, reading and writing throw. Aborting leaves no file and throws the reason of
 * the signal.
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

/** What became of a lip sync whose frames were made in these parts. */
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
