import type { CoveredHead } from '../face/anonymise.ts';

/** Time before the first and after the last detection of a head in which it stays covered. */
const MARGIN_US = 1_500_000;
/** Factor of the cover in frames without a detection, because the head may have moved. */
const DOUBT = 1.2;
/** Covers nearer than this (in radii) are those of one head. */
const SAME_HEAD = 0.6;

/** Heads that were found in a frame. */
interface FoundHeads {
  readonly timestampUs: number;
  readonly heads: readonly CoveredHead[];
}

/**
 * Areas of covered heads in a video that was searched before. A head is covered wherever it was detected and, in frames
 * without a detection, around that time whatever the frame shows, so that a face that is missed in some frames stays
 * hidden.
 */
export class HeadCovers {
  readonly #frames: FoundHeads[] = [];
  /** Index of the first entry near the time of the last request. */
  #first = 0;
  #end = 0;
  #lastUs = Number.NEGATIVE_INFINITY;

  /** Notes the heads of the next frame. */
  note(timestampUs: number, heads: readonly CoveredHead[]): void {
    this.#frames.push({ timestampUs, heads });
  }

  /** Returns whether no head was detected. */
  isEmpty(): boolean {
    return this.#frames.every(({ heads }) => heads.length === 0);
  }

  /** Lists the covers at a time; times that rise from call to call are found at once. */
  list(timestampUs: number): readonly CoveredHead[] {
    const frames = this.#frames;
    if (timestampUs < this.#lastUs) {
      this.#first = 0;
      this.#end = 0;
    }
    this.#lastUs = timestampUs;
    while (
      this.#first < frames.length &&
      frames[this.#first].timestampUs < timestampUs - MARGIN_US
    ) {
      this.#first += 1;
    }
    while (this.#end < frames.length && frames[this.#end].timestampUs <= timestampUs + MARGIN_US) {
      this.#end += 1;
    }
    const covered: CoveredHead[] = [];
    const near = frames
      .slice(this.#first, this.#end)
      .toSorted(
        (a, b) => Math.abs(a.timestampUs - timestampUs) - Math.abs(b.timestampUs - timestampUs),
      );
    for (const frame of near) {
      const isNow = frame.timestampUs === timestampUs;
      for (const head of frame.heads) {
        if (isNow || !covered.some((other) => isSameHead(other, head))) {
          covered.push(isNow ? head : enlarge(head));
        }
      }
    }
    return covered;
  }
}

function isSameHead(a: CoveredHead, b: CoveredHead): boolean {
  const radius = Math.max(a.radiusX, b.radiusX);
  return Math.hypot(a.centreX - b.centreX, a.centreY - b.centreY) < radius * SAME_HEAD;
}

function enlarge({ centreX, centreY, radiusX, radiusY }: CoveredHead): CoveredHead {
  return { centreX, centreY, radiusX: radiusX * DOUBT, radiusY: radiusY * DOUBT };
}
