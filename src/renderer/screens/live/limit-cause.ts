import type { LiveLimit } from '../../live/live-metrics.ts';

/** Part of the processor's time from which nothing is left for anybody else. */
const fullLoad = 0.9;

/** What is known beside the rates when a picture comes too slowly. */
interface Circumstances {
  /** Load of all cores, 0..1; null while it is not known. */
  readonly load: number | null;
  /** The picture comes from a file, which knows no darkness. */
  readonly hasClip: boolean;
}

/** The true cause: a camera that gives less than it promised is to blame only where the computer could have read more. */
export function findCause<T extends LiveLimit>(
  limit: T,
  { load, hasClip }: Circumstances,
): T | 'computer' {
  const isOverloaded = load !== null && load >= fullLoad;
  return limit === 'camera' && (isOverloaded || hasClip) ? 'computer' : limit;
}
