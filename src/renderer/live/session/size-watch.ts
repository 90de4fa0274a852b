import { type LiveChoice, liveHeights, liveRates } from '../../../contract/live-choice.ts';
import type { LiveMetrics } from './live-metrics.ts';
import { slowFraction } from '../output/output-status.ts';

/** Ignored seconds of a first run, which takes time to warm up. */
const warmUpSec = 5;
/** Consecutive slow seconds after which a smaller size is due: in a preview, and on air. */
const dueSec = { unseen: 6, live: 15 } as const;

/** Size and rate of the sent video. */
export type VideoFormat = Pick<LiveChoice, 'heightP' | 'fps'>;

/** Measurements of one second of a session. */
export interface SizeReading {
  readonly metrics: Pick<LiveMetrics, 'fps' | 'limit'>;
  readonly size: VideoFormat;
  /** True when frames arrive, so that their rate is meaningful. */
  readonly isFlowing: boolean;
  /** True when others see the video now: a change of size is briefly visible. */
  readonly isSeen: boolean;
}

/** Decides when a machine cannot keep up with the requested video; fed once a second. */
export class SizeWatch {
  #sinceSec = 0;
  #slowSec = 0;
  #size = '';

  /** Returns the next size; null while the current one is fine, or none is smaller. */
  read({ metrics, size, isFlowing, isSeen }: SizeReading): VideoFormat | null {
    const key = `${size.heightP} ${size.fps}`;
    if (key !== this.#size) {
      this.#size = key;
      this.#sinceSec = 0;
      this.#slowSec = 0;
    }
    this.#sinceSec += 1;
    const isOurs =
      metrics.limit === 'engine' || metrics.limit === 'smallest' || metrics.limit === 'computer';
    const isSlow = isFlowing && isOurs && metrics.fps < size.fps * slowFraction;
    this.#slowSec = isSlow && this.#sinceSec > warmUpSec ? this.#slowSec + 1 : 0;
    if (this.#slowSec < (isSeen ? dueSec.live : dueSec.unseen)) {
      return null;
    }
    this.#slowSec = 0;
    return toSmaller(size);
  }
}

/** Returns whether neither a smaller size nor a lower rate can be suggested. */
export function isSmallestFormat(format: VideoFormat): boolean {
  return toSmaller(format) === null;
}

/** Returns whether two formats have the same height and rate. */
export function isSameSize(one: VideoFormat, other: VideoFormat): boolean {
  return one.heightP === other.heightP && one.fps === other.fps;
}

/** Next smaller size, else the same at a lower rate; null for the smallest. */
export function toSmaller({ heightP, fps }: VideoFormat): VideoFormat | null {
  const height = liveHeights.findLast((candidate) => candidate < heightP);
  if (height !== undefined) {
    return { heightP: height, fps };
  }
  const rate = liveRates.findLast((candidate) => candidate < fps);
  return rate === undefined ? null : { heightP, fps: rate };
}
