/**
 * Parts of a stream that are swapped apart from each other, at the same time and in any order, meet without a jump: what takes
 * longest to learn of a face is the same in all of them where they meet.
 *
 *   first part    learns ─────────────────────── what is known is held ─▶ stays so
 *   each other    warm-up: as it is held │ learns from there ──────────── back to what is held │ next part: as it is held
 *
 * Whether a face is the one of which something is held is asked, once for each of its appearances.
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

/** What is held of a face of a part. */
export interface FaceHandover {
  /** Whether it has to be known now whether a face with this memory, well to be seen, is the one of which something is held. */
  asks(memory: FaceMemory, timestampUs: number): boolean;
  /** Sets the answer, before anything is learnt of the frame; whether the memory begins with what is held. */
  begin(memory: FaceMemory, isSame: boolean): boolean;
  /** Brings a memory that has learnt from a frame to what is held, as far as that has to be. */
  settle(memory: FaceMemory, timestampUs: number, elapsedUs: number): void;
  /** What is held; null for nothing. */
  held(): LearntFace | null;
}

/** Time in which what was learnt gives way to what is held; less in parts that are short. */
const HANDOVER_US = 2_000_000;
/** A face that was seen at rest for so long is known well enough to be held. */
const WELL_KNOWN_US = 20_000_000;

/** The handover of a part. */
export function createFaceHandover({ fromUs, toUs, learnt }: StreamPart): FaceHandover {
  const lastUs = toUs ?? Number.POSITIVE_INFINITY;
  const backFromUs = lastUs - Math.min(HANDOVER_US, (lastUs - fromUs) / 2);
  let held = learnt;
  /** Whether what is held stays: the first part knows a face best at its end. */
  let isFinal = learnt !== null;

  /** Whether a face may be held from now on. */
  function isDue({ shape, isEmpty }: FaceMemory, timestampUs: number): boolean {
    return !isEmpty && (shape.knownUs > WELL_KNOWN_US || timestampUs >= backFromUs);
  }

  return {
    asks(memory, timestampUs) {
      if (memory.isHeld !== null) {
        return false;
      }
      return held === null
        ? isDue(memory, timestampUs)
        : memory.isEmpty || timestampUs < fromUs || timestampUs >= backFromUs;
    },
    begin(memory, isSame) {
      memory.isHeld = isSame;
      if (!isSame) {
        return false;
      }
      if (held === null) {
        held = copyLearnt(memory);
        return false;
      }
      if (memory.isEmpty) {
        restoreLearnt(memory, held);
        return true;
      }
      return false;
    },
    settle(memory, timestampUs, elapsedUs) {
      if (held === null || memory.isHeld !== true) {
        return;
      }
      if (!isFinal && timestampUs >= backFromUs) {
        held = copyLearnt(memory);
        isFinal = true;
      }
      if (timestampUs < fromUs) {
        restoreLearnt(memory, held);
      } else if (timestampUs >= backFromUs) {
        const leftUs = Math.max(1, lastUs - timestampUs);
        approachLearnt(memory, held, clamp(elapsedUs / leftUs, 0, 1));
      }
    },
    held: () => held,
  };
}
