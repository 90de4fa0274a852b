import { liveRates } from '../../contract/live-choice.ts';
import { type VideoFormat, toSmaller } from '../live/session/size-watch.ts';

/** Longest time that a measurement takes, in seconds. */
export const longestTestSec = 20;

/** First measured size; larger ones are for users who ask for them. */
export const firstSize: VideoFormat = { heightP: 720, fps: 30 };

/** Measured capability of a computer. */
export interface SpeedResult extends VideoFormat {
  /** Frames per second received at this height; null when the measured time was too short. */
  readonly measuredFps: number | null;
}

/** Next step: wait, try a smaller size, or finish. */
export type SpeedVerdict =
  | { readonly is: 'measuring' }
  | { readonly is: 'smaller'; readonly size: VideoFormat }
  | { readonly is: 'done'; readonly result: SpeedResult };

/** Seconds after a start that do not count, because encoders and networks warm up. */
const runInSec = 2;
/** Seconds at a steady rate that count as a result, and the longest wait for them. */
const steadySec = 3;
const maxSec = 5;
/** Largest spread of a steady rate, as a fraction of its mean. */
const steadyPart = 0.12;
/** A measured rate passes from this fraction of the wanted one on. */
export const minRateFraction = 0.9;
/** Below this rate movements stutter: a smaller size is better. */
const smoothFps = 24;
/** Default without a measurement. */
const cautious: SpeedResult = { heightP: 480, fps: 24, measuredFps: null };

/**
 * Finds the largest video size that a computer swaps smoothly. Fed once a second with the number of frames.
 *
 *   720p ──smooth──▶ done
 *     └──chopped──▶ 480p ──▶ done
 */
export class SpeedTest {
  #size = firstSize;
  #seconds = 0;
  #rates: number[] = [];

  /** Size being measured. */
  get size(): VideoFormat {
    return this.#size;
  }

  /** Processes one second; one without swapped frames does not count. */
  read(fps: number | null): SpeedVerdict {
    if (fps === null) {
      this.#seconds = 0;
      this.#rates = [];
      return { is: 'measuring' };
    }
    this.#seconds += 1;
    if (this.#seconds <= runInSec) {
      return { is: 'measuring' };
    }
    this.#rates.push(fps);
    if (!isSteady(this.#rates) && this.#rates.length < maxSec) {
      return { is: 'measuring' };
    }
    const measuredFps = computeLastMean(this.#rates);
    const smaller = toSmaller(this.#size);
    if (
      measuredFps < smoothFps * minRateFraction &&
      smaller !== null &&
      smaller.heightP < this.#size.heightP
    ) {
      this.#size = smaller;
      this.#seconds = 0;
      this.#rates = [];
      return { is: 'smaller', size: smaller };
    }
    return { is: 'done', result: toResult(this.#size, measuredFps) };
  }

  /** Ends the test and returns the best estimate so far. */
  finish(): SpeedResult {
    return this.#rates.length === 0 ? cautious : toResult(this.#size, computeLastMean(this.#rates));
  }
}

/** The highest rate that is kept at a height, else the lowest there is. */
function toResult({ heightP }: VideoFormat, measuredFps: number): SpeedResult {
  const fps = liveRates.findLast((rate) => measuredFps >= rate * minRateFraction) ?? liveRates[0];
  return { heightP, fps, measuredFps };
}

function isSteady(rates: readonly number[]): boolean {
  const last = rates.slice(-steadySec);
  const spread = Math.max(...last) - Math.min(...last);
  return last.length === steadySec && spread <= computeLastMean(rates) * steadyPart;
}

function computeLastMean(rates: readonly number[]): number {
  const last = rates.slice(-steadySec);
  return last.reduce((sum, rate) => sum + rate, 0) / last.length;
}
