/**
 * Parts of a stream that are swapped apart from each other, at the same time and in any order, meet without a jump: what takes
 * longest to learn of a face is the same in all of them where they meet.
 *
 *   first part    learns ── what is known is held, and again each second, to its end or that of the face ─▶ stays so
 *   each other    warm-up: as it is held │ learns from there ──────────── back to what is held │ next part: as it is held
 *
 * Whether a face is the one of which something is held is asked, once for each of its appearances. Of several that come after each
 * other the first part holds the one that it knows best.
 */
import { clamp } from '../../vision/math.ts';
import {
  approachLearnt,
  copyLearnt,
  type FaceMemory,
  type LearntFace,
  restoreLearnt,
} from './face-memory.ts';

/** A part of a stream, and what is known of its face. Times are of the stream. */
export interface StreamPart {
  /** What comes before is not shown: it is there to come to rest. */
  readonly fromUs: number;
  /** Null for the end of the stream. */
  readonly toUs: number | null;
  /** What was learnt by the first part; null for the first, and where that was nothing. */
  readonly learnt: LearntFace | null;
}

/**
 * What has to be known now of a face, well to be seen. `same`: whether it is the one of which something is held. `whose`: who it
 * is, as from now on something of it is held, and nothing of others; its answer is that it is the same. Null: nothing.
 */
export type FaceQuestion = 'same' | 'whose' | null;

/** What is held of a face of a part. */
export interface FaceHandover {
  /** See {@link FaceQuestion}. */
  asks(memory: FaceMemory, timestampUs: number): FaceQuestion;
  /** Sets the answer, before anything is learnt of the frame; whether the memory begins with what is held. */
  begin(memory: FaceMemory, isSame: boolean): boolean;
  /** Brings a memory that has learnt from a frame to what is held, as far as that has to be. */
  settle(memory: FaceMemory, timestampUs: number, elapsedUs: number): void;
  /** What is held; null for nothing. */
  held(): LearntFace | null;
}

/** Time in which what was learnt gives way to what is held; less in parts that are short. */
const HANDOVER_US = 2_000_000;
/** A face that was seen at rest for so long is known well enough to be held; near the end of a part any is. */
const KNOWN_US = 1_000_000;
/** From so long on it stays the one that is held, even if another is known better later. */
const WELL_KNOWN_US = 20_000_000;
/** How old may be what is held of a face that is not seen at the end of the part. */
const RENEWED_US = 1_000_000;

/** The handover of a part. */
export function createFaceHandover({ fromUs, toUs, learnt }: StreamPart): FaceHandover {
  const lastUs = toUs ?? Number.POSITIVE_INFINITY;
  const backFromUs = lastUs - Math.min(HANDOVER_US, (lastUs - fromUs) / 2);
  const isFirst = learnt === null;
  let held = learnt;
  /** Whose that is, and when it was copied. */
  let owner: FaceMemory | null = null;
  let heldAtUs = Number.NEGATIVE_INFINITY;
  /** Whether what is held stays: the first part knows a face best at its end. */
  let isFinal = !isFirst;

  /** Whether something of a face is to be held from now on: of none or another that was known less yet. */
  function isDue({ shape, isEmpty, isHeld }: FaceMemory, timestampUs: number): boolean {
    if (isFinal || isEmpty || isHeld === true) {
      return false;
    }
    return held === null
      ? shape.knownUs >= KNOWN_US || timestampUs >= backFromUs
      : held.knownUs < WELL_KNOWN_US && shape.knownUs > held.knownUs;
  }

  function hold(memory: FaceMemory, timestampUs: number): void {
    held = copyLearnt(memory);
    heldAtUs = timestampUs;
    isFinal = timestampUs >= backFromUs;
  }

  return {
    asks(memory, timestampUs) {
      if (isDue(memory, timestampUs)) {
        return 'whose';
      }
      const isOpen = memory.isHeld === null && held !== null;
      const isNow = memory.isEmpty || timestampUs < fromUs || timestampUs >= backFromUs;
      return isOpen && isNow ? 'same' : null;
    },
    begin(memory, isSame) {
      memory.isHeld = isSame;
      if (!isSame) {
        return false;
      }
      if (memory.isEmpty && held !== null) {
        restoreLearnt(memory, held);
        owner = memory;
        return true;
      }
      if (isFirst && !isFinal) {
        if (owner?.isHeld === true && owner !== memory) {
          owner.isHeld = false;
        }
        owner = memory;
        held = copyLearnt(memory);
      }
      return false;
    },
    settle(memory, timestampUs, elapsedUs) {
      if (held === null || memory.isHeld !== true) {
        return;
      }
      if (!isFinal && (timestampUs >= backFromUs || timestampUs >= heldAtUs + RENEWED_US)) {
        hold(memory, timestampUs);
      }
      if (timestampUs < fromUs) {
        if (!isFirst) {
          restoreLearnt(memory, held);
        }
      } else if (timestampUs >= backFromUs) {
        const leftUs = Math.max(1, lastUs - timestampUs);
        approachLearnt(memory, held, clamp(elapsedUs / leftUs, 0, 1));
      }
    },
    held: () => held,
  };
}
