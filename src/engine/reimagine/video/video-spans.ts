import { computeLookaheadUs } from '../../io/video/h264-encoder.ts';
import type { ReadSpan } from './track-video.ts';
import type { VideoChange } from './video-change.ts';

/**
 * Time before a segment that is read and changed but not written: stabilisation along the flow and face tracking settle
 * within it.
 */
const WARM_UP_US = 1_200_000;

/** Time at the start of a scene in which its fixed values are measured. */
const MEASURED_US = 250_000;

/** A span of a video that is changed. */
export interface ChangedSpan extends ReadSpan {
  /** End of the frames to read, as far as it is known; may be infinite. */
  readonly endUs: number;
  /** Frames before this time are changed but not written. */
  readonly writeFromUs: number;
  /** True when frames of its scene before the span are skipped. */
  readonly isJump: boolean;
}

/**
 * Lists the spans to read for a segment: the beginning of its scene, a warm-up, and the segment itself with the frames
 * after it that the encoder analyses.
 */
export function listSpans(
  {
    segment,
    maxDurationUs = Number.POSITIVE_INFINITY,
  }: Pick<VideoChange, 'segment' | 'maxDurationUs'>,
  {
    durationUs,
    framesPerSecond,
  }: { readonly durationUs: number; readonly framesPerSecond?: number | undefined },
): readonly ChangedSpan[] {
  const maxUs = Math.min(durationUs || Number.POSITIVE_INFINITY, maxDurationUs);
  if (segment === undefined) {
    return [{ fromUs: 0, toUs: maxDurationUs, endUs: maxUs, writeFromUs: 0, isJump: false }];
  }
  const { startUs, endUs, sceneUs } = segment;
  const analysedUs = (endUs ?? Number.POSITIVE_INFINITY) + computeLookaheadUs(framesPerSecond);
  const toUs = Math.min(analysedUs, maxDurationUs);
  const own = { toUs, endUs: Math.min(toUs, maxUs), writeFromUs: startUs };
  const warmUs = Math.max(0, startUs - WARM_UP_US);
  const measuredUs = sceneUs + MEASURED_US;
  if (measuredUs >= warmUs) {
    return [{ ...own, fromUs: Math.min(sceneUs, startUs), isJump: false }];
  }
  const scene = { fromUs: sceneUs, toUs: measuredUs, endUs: measuredUs };
  return [
    { ...scene, writeFromUs: Number.POSITIVE_INFINITY, isJump: false },
    { ...own, fromUs: warmUs, isJump: true },
  ];
}
