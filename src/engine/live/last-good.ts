import type { I420Frame } from '../pixels/frame.ts';
import { copyPlanes, hasSameLayout, type LiveFrame, type FramePool } from './frame-pool.ts';

/** Maximum age at which the last good frame is shown again. */
const LONGEST_HOLD_US = 300_000;
/** Maximum age at which the last good frame serves as the cover. */
const LONGEST_COVER_US = 10_000_000;

/** Last drawn frame, which may be shown again for a short time. Holds one frame of a pool. */
export class LastGood {
  #pool: FramePool | null = null;
  #liveFrame: LiveFrame | null = null;
  #timestampUs = Number.NEGATIVE_INFINITY;

  /** Switches to the frames of another pool and drops the held frame. Returns false when the pool is the same. */
  moveTo(pool: FramePool): boolean {
    if (pool === this.#pool) {
      return false;
    }
    this.#pool = pool;
    this.#liveFrame = null;
    return true;
  }

  /** Holds a drawn frame of the pool and releases the one before. */
  update(liveFrame: LiveFrame, timestampUs: number): void {
    const before = this.#liveFrame;
    this.#liveFrame = liveFrame;
    this.#timestampUs = timestampUs;
    if (before !== null) {
      this.#pool?.release(before);
    }
  }

  holds(liveFrame: LiveFrame): boolean {
    return liveFrame === this.#liveFrame;
  }

  /**
   * Draws the held frame over a frame; as a cover it stays valid for longer. Returns false, without drawing, when none
   * is held or it is too old or of another size.
   */
  draw(frame: I420Frame, timestampUs: number, isCover = false): boolean {
    const ageUs = timestampUs - this.#timestampUs;
    const liveFrame = this.#liveFrame;
    if (
      liveFrame === null ||
      ageUs < 0 ||
      ageUs > (isCover ? LONGEST_COVER_US : LONGEST_HOLD_US) ||
      !hasSameLayout(liveFrame.frame, frame)
    ) {
      return false;
    }
    copyPlanes(liveFrame.frame, frame);
    return true;
  }

  /** Releases the held frame at the start of another stream. */
  forget(): void {
    this.#pool = null;
    this.#liveFrame = null;
  }
}
