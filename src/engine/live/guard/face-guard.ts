/**
 * Decides for every frame which people may be shown and which areas must be hidden first. Doubtful areas are hidden: an
 * unnecessary blur ends with the next frame, but an exposed face cannot be taken back.
 */
import { smoothstep } from '../../vision/math.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { LiveFrame } from '../frame-pool.ts';
import {
  copyArea,
  createHeadArea,
  isSameHead,
  setAreaOfFace,
  type HeadArea,
} from '../head-area.ts';
import type { KnownHeads } from './detection-schedule.ts';
import type { StreamerLock } from './streamer-lock.ts';

/** Face that the character may be drawn on. */
export interface AllowedFace {
  face: TrackedFace;
  /** Strength, 0..1, with which the real head is hidden before the character's face is drawn. */
  uncertainty: number;
  readonly area: HeadArea;
}

/** Verdict on a frame; the next call overwrites it. */
export interface FaceVerdict {
  /** True when the frame may be shown after the verdict was applied; otherwise it is held or covered. */
  isSafe: boolean;
  /** True when a face that may be the streamer's is seen for the first time, so that it cannot be shown yet. */
  hasNew: boolean;
  readonly faces: readonly AllowedFace[];
  /** Heads of other people and suspected heads, which must be hidden completely before drawing. */
  readonly hidden: readonly HeadArea[];
}

/** Judges the frames of one stream. */
export interface FaceGuard {
  /** Heads of the last judged frame; the next call overwrites them. */
  readonly known: KnownHeads;
  judge(liveFrame: LiveFrame, faces: readonly TrackedFace[], timestampUs: number): FaceVerdict;
  /** Resets all memory at another stream or another size. */
  reset(): void;
}

/**
 * Fade ranges (radians, confidence) over which a face is hidden; a character fades only where the face is hidden
 * completely.
 */
const YAW_DOUBT = [0.58, 0.73] as const;
const PITCH_DOUBT = [0.48, 0.63] as const;
const CONFIDENCE_DOUBT = [0.72, 0.9] as const;
/** Fade range of the fraction of a face outside the frame. */
const OUTSIDE_DOUBT = [0.2, 0.35] as const;
/** Minimum width of a face in pixels; narrower faces are hidden because a character does not fit. */
const SMALLEST_FACE = 16;
/** Time that a lost face stays hidden at its last position. */
const LOST_US = 1_500_000;
/** Time that a suspect stays hidden: longer than the interval of inspections, even at five frames per second. */
const SUSPECT_US = 500_000;
const MAX_MEMORIES = 12;
const MAX_FACES = 16;

interface Memory {
  readonly area: HeadArea;
  /** Tracker id; 0 for heads that only a detector found. */
  id: number;
  untilUs: number;
}

/** Creates a guard; without `lock` everybody counts as the streamer. */
export function createFaceGuard(lock: StreamerLock | null): FaceGuard {
  return new LeakGuard(lock);
}

class LeakGuard implements FaceGuard {
  readonly #lock: StreamerLock | null;
  readonly #memories: Memory[] = Array.from({ length: MAX_MEMORIES }, () => ({
    area: createHeadArea(),
    id: 0,
    untilUs: Number.NEGATIVE_INFINITY,
  }));
  readonly #areas = Array.from({ length: MAX_FACES }, createHeadArea);
  readonly #allowedPool: AllowedFace[] = [];
  readonly #hiddenPool: HeadArea[] = [];
  readonly #faces: AllowedFace[] = [];
  readonly #hidden: HeadArea[] = [];
  readonly #verdict = { isSafe: false, hasNew: false, faces: this.#faces, hidden: this.#hidden };
  readonly #followed: HeadArea[] = [];
  readonly #suspected: HeadArea[] = [];
  readonly known = { followed: this.#followed, suspected: this.#suspected };

  constructor(lock: StreamerLock | null) {
    this.#lock = lock;
  }

  reset(): void {
    this.#lock?.forgetNumbers();
    for (const memory of this.#memories) {
      memory.untilUs = Number.NEGATIVE_INFINITY;
    }
    this.#followed.length = 0;
    this.#suspected.length = 0;
  }

  judge(
    { frame, suspects, suspectCount }: LiveFrame,
    faces: readonly TrackedFace[],
    timestampUs: number,
  ): FaceVerdict {
    this.#lock?.review(frame, faces, timestampUs);
    this.#faces.length = 0;
    this.#hidden.length = 0;
    const count = Math.min(faces.length, MAX_FACES);
    for (let index = 0; index < count; index += 1) {
      setAreaOfFace(this.#areas[index]!, faces[index]!);
      this.#guardFace(frame, faces[index]!, this.#areas[index]!);
    }
    for (let index = 0; index < suspectCount; index += 1) {
      if (!this.#isFollowed(suspects[index]!, count)) {
        this.#remember(0, suspects[index]!, timestampUs + SUSPECT_US);
      }
    }
    this.#hideRemembered(faces, count, timestampUs);
    for (let index = 0; index < count; index += 1) {
      this.#remember(faces[index]!.id, this.#areas[index]!, timestampUs + LOST_US);
    }
    this.#noteKnown(count, timestampUs);
    this.#verdict.isSafe = this.#faces.some(({ face }) => !face.isNew);
    this.#verdict.hasNew = faces.some(
      ({ id, isNew }) => isNew && this.#lock?.roleOf(id) !== 'bystander',
    );
    return this.#verdict;
  }

  #guardFace(frame: I420Frame, face: TrackedFace, area: HeadArea): void {
    const isStreamer = this.#lock === null || this.#lock.roleOf(face.id) === 'streamer';
    if (isStreamer) {
      const allowed = (this.#allowedPool[this.#faces.length] ??= {
        face,
        uncertainty: 0,
        area: createHeadArea(),
      });
      allowed.face = face;
      allowed.uncertainty = computeDoubt(frame, face);
      copyArea(area, allowed.area);
      this.#faces.push(allowed);
    } else {
      this.#hide(area);
    }
  }

  #hide(area: Readonly<HeadArea>): void {
    const hidden = (this.#hiddenPool[this.#hidden.length] ??= createHeadArea());
    copyArea(area, hidden);
    this.#hidden.push(hidden);
  }

  #isFollowed(area: Readonly<HeadArea>, count: number): boolean {
    for (let index = 0; index < count; index += 1) {
      if (isSameHead(this.#areas[index]!, area)) {
        return true;
      }
    }
    return false;
  }

  /** Hides areas of recent heads that are not tracked now. */
  #hideRemembered(faces: readonly TrackedFace[], count: number, nowUs: number): void {
    for (const memory of this.#memories) {
      if (memory.untilUs >= nowUs) {
        const isThere =
          (memory.id !== 0 && faces.some(({ id }) => id === memory.id)) ||
          this.#isFollowed(memory.area, count);
        if (!isThere) {
          this.#hide(memory.area);
        }
      }
    }
  }

  #remember(id: number, area: Readonly<HeadArea>, untilUs: number): void {
    const memory = this.#findMemory(id, area);
    memory.id = id;
    memory.untilUs = Math.max(untilUs, id === 0 ? memory.untilUs : untilUs);
    copyArea(area, memory.area);
  }

  #noteKnown(count: number, nowUs: number): void {
    this.#followed.length = 0;
    for (let index = 0; index < count; index += 1) {
      this.#followed.push(this.#areas[index]!);
    }
    this.#suspected.length = 0;
    for (const { id, untilUs, area } of this.#memories) {
      if (id === 0 && untilUs >= nowUs) {
        this.#suspected.push(area);
      }
    }
  }

  /** Returns the memory of the same head, or the one that expires first. */
  #findMemory(id: number, area: Readonly<HeadArea>): Memory {
    let first = this.#memories[0]!;
    for (const memory of this.#memories) {
      const isSame = id === 0 ? memory.id === 0 && isSameHead(memory.area, area) : memory.id === id;
      if (isSame) {
        return memory;
      }
      if (memory.untilUs < first.untilUs) {
        first = memory;
      }
    }
    first.untilUs = Number.NEGATIVE_INFINITY;
    return first;
  }
}

/** Returns the doubt, 0..1, that a character covers a face. */
function computeDoubt(frame: I420Frame, { box, pose, confidence, isNew }: TrackedFace): number {
  if (isNew || box.width < SMALLEST_FACE) {
    return 1;
  }
  const width = Math.min(frame.width, box.left + box.width) - Math.max(0, box.left);
  const height = Math.min(frame.height, box.top + box.height) - Math.max(0, box.top);
  const outside = 1 - (Math.max(0, width) * Math.max(0, height)) / (box.width * box.height);
  return Math.max(
    smoothstep(...YAW_DOUBT, Math.abs(pose.yaw)),
    smoothstep(...PITCH_DOUBT, Math.abs(pose.pitch)),
    1 - smoothstep(...CONFIDENCE_DOUBT, confidence),
    smoothstep(...OUTSIDE_DOUBT, outside),
  );
}
