import { type LiveChoice, liveHeights, liveRates } from '../../contract/live-choice.ts';
import type { LiveMetrics } from './live-metrics.ts';

/** Below this part of what was asked for a session counts as slow. */
const slowPart = 0.6;
/** What runs for the first time takes a few seconds, of which nothing is learnt. */
const warmUpSec = 5;
/** Slow seconds in a row after which a smaller picture is due: where nobody watches, and where others do. */
const dueSec = { unseen: 6, live: 15 } as const;

/** Size and rate of the picture that is sent. */
export type VideoFormat = Pick<LiveChoice, 'heightP' | 'fps'>;

/** One second of a session. */
export interface SizeReading {
  readonly metrics: Pick<LiveMetrics, 'fps' | 'limit'>;
  readonly size: VideoFormat;
  /** Whether pictures flow, so that their rate means something. */
  readonly isFlowing: boolean;
  /** Whether others see the picture now: a change of its size shows for a moment. */
  readonly isSeen: boolean;
}

/** Says when a machine cannot keep up with the picture that was asked for; once a second it is told how it goes. */
export class SizeWatch {
  #sinceSec = 0;
  #slowSec = 0;
  #size = '';

  /** The size to go on with; null while the one in use is fine, or none is smaller. */
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
    const isSlow = isFlowing && isOurs && metrics.fps < size.fps * slowPart;
    this.#slowSec = isSlow && this.#sinceSec > warmUpSec ? this.#slowSec + 1 : 0;
    if (this.#slowSec < (isSeen ? dueSec.live : dueSec.unseen)) {
      return null;
    }
    this.#slowSec = 0;
    return toSmaller(size);
  }
}

/** Whether two pictures are of one height and rate. */
export function isSameSize(one: VideoFormat, other: VideoFormat): boolean {
  return one.heightP === other.heightP && one.fps === other.fps;
}

/** The next smaller picture, else the same more rarely; null for the smallest. */
export function toSmaller({ heightP, fps }: VideoFormat): VideoFormat | null {
  const height = liveHeights.findLast((candidate) => candidate < heightP);
  if (height !== undefined) {
    return { heightP: height, fps };
  }
  const rate = liveRates.findLast((candidate) => candidate < fps);
  return rate === undefined ? null : { heightP, fps: rate };
}
