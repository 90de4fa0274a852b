/**
 * Aligns the learnt state of faces between parts of a stream that are swapped separately, at the same time and in any
 * order, so that they meet without a jump. State that is slow to learn is the same in all parts where they meet.
 *
 *   first part    learns ── copies its state, again each second ─▶ near its end: again with each frame
 *   other parts   warm-up: handed-over state │ learns from there ──── returns to it │ next part: handed-over state
 *
 * Each appearance of a face is checked once for being the face of the handed-over state. Of several successive faces
 * the first part hands over the one that it knows best.
 */
import { clamp } from '../../vision/math.ts';
import {
  approachLearnt,
  copyLearnt,
  type FaceMemory,
  type LearntFace,
  restoreLearnt,
} from './face-memory.ts';

/** Part of a stream, and the learnt state of its face. Times are stream times. */
export interface StreamPart {
  /** Earlier frames are only a warm-up and are not shown. */
  readonly fromUs: number;
  /** Later frames are not part of the result, and nothing is learnt from them; null for the end of the stream. */
  readonly toUs: number | null;
  /** State learnt by the first part; null for the first part itself, and if it learnt nothing. */
  readonly learnt: LearntFace | null;
}

/**
 * Check of a clearly visible face. `same`: whether it is the face of the handed-over state. `identify`: which person it is,
 * as its state will be handed over; the result is always that it is the same. Null: no check.
 */
export type IdentityCheck = 'same' | 'identify' | null;

/** Handover of the learnt state of a face between parts of a stream. */
export interface FaceHandover {
  /** Returns the {@link IdentityCheck} for a frame. */
  findDueCheck(memory: FaceMemory, timestampUs: number): IdentityCheck;
  /**
   * Sets the result before the memory learns from the frame. Returns whether the memory starts with the handed-over
   * state.
   */
  begin(memory: FaceMemory, isSame: boolean): boolean;
  /** Moves a memory that has learnt from a frame towards the handed-over state where the part requires it. */
  settle(memory: FaceMemory, timestampUs: number, elapsedUs: number): void;
  /** Returns the handed-over state, or null. */
  held(): LearntFace | null;
}

/** Duration of the transition from the learnt to the handed-over state; shorter in short parts. */
const HANDOVER_US = 2_000_000;
/** Time at rest after which a face may be handed over; near the end of a part every face may. */
const KNOWN_US = 1_000_000;
/** Time at rest from which the chosen face stays, even if another is known better later. */
const WELL_KNOWN_US = 20_000_000;
/** Interval at which the first part renews its copy before its end: the maximum age when the face disappears. */
const RENEWED_US = 1_000_000;

/** Creates the handover of a part. */
export function createFaceHandover({ fromUs, toUs, learnt }: StreamPart): FaceHandover {
  const lastUs = toUs ?? Number.POSITIVE_INFINITY;
  const backFromUs = lastUs - Math.min(HANDOVER_US, (lastUs - fromUs) / 2);
  const isFirst = learnt === null;
  let held = learnt;
  /** Memory that the state was copied from, and the time of the copy. */
  let owner: FaceMemory | null = null;
  let heldAtUs = Number.NEGATIVE_INFINITY;
  /** True when the state is final: in the first part after its end. */
  let isFinal = !isFirst;

  /** Returns whether the state of a face is to be copied: there is none yet, or only of a face that is known less. */
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
  }

  return {
    findDueCheck(memory, timestampUs) {
      isFinal ||= timestampUs >= lastUs;
      if (isDue(memory, timestampUs)) {
        return 'identify';
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
      isFinal ||= timestampUs >= lastUs;
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
