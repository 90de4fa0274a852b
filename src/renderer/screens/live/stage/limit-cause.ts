import type { LiveLimit } from '../../../live/session/live-metrics.ts';

/** CPU load from which nothing is left for other programs. */
const fullLoad = 0.9;

/** Further facts about a low frame rate. */
interface Circumstances {
  /** Load of all cores, 0..1; null while it is not known. */
  readonly load: number | null;
  /** True when the video is a file, which does not depend on light. */
  readonly hasClip: boolean;
}

/** Returns the true cause of a low rate: the camera is to blame only if the computer could have read more frames. */
export function toLimitCause<T extends LiveLimit>(
  limit: T,
  { load, hasClip }: Circumstances,
): T | 'computer' {
  const isOverloaded = load !== null && load >= fullLoad;
  return limit === 'camera' && (isOverloaded || hasClip) ? 'computer' : limit;
}
