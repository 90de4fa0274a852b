import type { ReadSpan } from './track-video.ts';
import type { VideoChange } from './video-change.ts';

/**
 * How much of a video is read and changed before a segment, and not written: what is held along the movement from frame to frame
 * and what follows faces come to rest within this time.
 */
const WARM_UP_US = 1_200_000;

/** How much of a scene is looked at for what stays in it: its first frames show what is measured. */
const MEASURED_US = 250_000;

/** A span of a video that is changed. */
export interface ChangedSpan extends ReadSpan {
  /** Where it ends, as far as that is known. */
  readonly endUs: number;
  /** Frames before it are changed, and not written. */
  readonly writeFromUs: number;
  /** Whether frames of its scene are left out before it. */
  readonly isJump: boolean;
}

/** What has to be read of a video for what is to be written: where the scene of a segment begins, a little before it, and itself. */
export function listSpans(
  {
    segment,
    maxDurationUs = Number.POSITIVE_INFINITY,
  }: Pick<VideoChange, 'segment' | 'maxDurationUs'>,
  durationUs: number,
): readonly ChangedSpan[] {
  const mostUs = Math.min(durationUs || Number.POSITIVE_INFINITY, maxDurationUs);
  if (segment === undefined) {
    return [{ fromUs: 0, toUs: maxDurationUs, endUs: mostUs, writeFromUs: 0, isJump: false }];
  }
  const { startUs, endUs, sceneUs } = segment;
  const toUs = Math.min(endUs ?? Number.POSITIVE_INFINITY, maxDurationUs);
  const own = { toUs, endUs: Math.min(toUs, mostUs), writeFromUs: startUs };
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
