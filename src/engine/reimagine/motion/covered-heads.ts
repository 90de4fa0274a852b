import type { CoveredHead } from '../face/anonymise.ts';

/** How long a head is covered before it was found first and after it was found last. */
const MARGIN_US = 1_500_000;
/** A head that was not found in a frame may have moved: its cover is so much larger. */
const DOUBT = 1.2;
/** Covers nearer than this (in radii) are those of one head. */
const SAME_HEAD = 0.6;

/** Heads that were found in a frame. */
interface FoundHeads {
  readonly timestampUs: number;
  readonly heads: readonly CoveredHead[];
}

/**
 * Where heads are covered in a video that was searched before: wherever one was found, and where none was found, around that
 * time, whatever the frame shows there. Nobody is seen because a face was lost for some frames or not found at once.
 */
export class HeadCovers {
  readonly #frames: FoundHeads[] = [];
  /** Those that are near the time that was asked for last. */
  #first = 0;
  #end = 0;

  /** Notes the heads of the next frame. */
  note(timestampUs: number, heads: readonly CoveredHead[]): void {
    this.#frames.push({ timestampUs, heads });
  }

  /** Whether no head was found at all. */
  isEmpty(): boolean {
    return this.#frames.every(({ heads }) => heads.length === 0);
  }

  /** What is covered at a time; times rise from call to call. */
  list(timestampUs: number): readonly CoveredHead[] {
    const frames = this.#frames;
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
