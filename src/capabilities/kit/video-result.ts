import type { JobReport } from '../../contract/job-details.ts';
import type { Size } from '../../engine/io/video/output-size.ts';
import { probeMedia } from '../../engine/io/video/probe.ts';
import type { WrittenVideo } from '../../engine/io/video/video-writer.ts';
import type { UntouchedSpan } from '../../engine/swap/swap-record.ts';
import type { RunResult } from '../processor.ts';

/** Converts a written MP4 to the output of a run; its length is billed. */
export async function readVideoOutput(
  path: string,
  { size, sound }: Pick<WrittenVideo, 'sound'> & { readonly size: Size },
): Promise<Pick<RunResult, 'output' | 'outputUs'>> {
  const { durationUs, video } = await probeMedia(path);
  return {
    output: {
      path,
      kind: 'video',
      mime: 'video/mp4',
      extension: 'mp4',
      facts: {
        durationMs: durationUs / 1000,
        widthPx: size.width,
        heightPx: size.height,
        framesPerSecond: video?.framesPerSecond,
        hasAudio: sound !== 'none',
      },
    },
    outputUs: durationUs,
  };
}

/** Converts untouched spans of a video to those of a report. */
export function toReportSpans(
  spans: readonly Pick<UntouchedSpan, 'startUs' | 'endUs'>[],
): NonNullable<JobReport['frames']>['untouched'] {
  return spans.map(({ startUs, endUs }) => ({
    fromUs: Math.max(0, Math.round(startUs)),
    toUs: Math.max(0, Math.round(endUs)),
  }));
}
