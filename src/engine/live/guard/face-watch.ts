import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { createRegion, setLetterbox } from '../../pixels/region.ts';
import type { Detection } from '../../track/detection.ts';
import {
  createDetector,
  type Detector,
  fullRangeLayout,
  shortRangeLayout,
} from '../../track/detector.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { copyPlanes, hasSameLayout, type LiveFrame } from '../frame-pool.ts';
import { createEdgeMirror } from './edge-mirror.ts';
import { copyArea, createHeadArea, isSameHead, setAreaOfDetection } from '../head-area.ts';
import { createCellMarks, type KnownHeads, DetectionSchedule } from './detection-schedule.ts';
import { createLumaGrid } from './luma-grid.ts';

/** Networks of a watch, for its exclusive use. */
export interface WatchModels {
  readonly shortRange: FixedModel;
  readonly fullRange: FixedModel;
}

/** Minimum scores below those of the tracker: an unnecessary blur costs less than an exposed bystander. */
const MIN_SCORE = 0.4;
const MIN_EDGE_SCORE = 0.35;
/** Maximum number of late suspects. */
const MAX_LATE = 16;
/** Intervals between inspections under usual motion: whole frame, edge strips. */
const WHOLE_US = 90_000;
const EDGE_US = 180_000;

/** Second face detection, independent of the tracker, in frames that a new person may have entered. */
export class FaceWatch {
  readonly #whole: Detector;
  readonly #close: Detector;
  readonly #mirror = createEdgeMirror();
  readonly #region = createRegion();
  readonly #grid = createLumaGrid();
  readonly #marks = createCellMarks();
  readonly #late = { suspects: Array.from({ length: MAX_LATE }, createHeadArea), suspectCount: 0 };
  #parts: readonly WatchedPart[] = [];
  #sizeOfParts = { width: 0, height: 0 };
  #held: HeldPart | null = null;
  #heldFrame: I420Frame | null = null;

  /** Creates a watch with its own detectors. */
  constructor(models: WatchModels) {
    this.#whole = createDetector(models.fullRange, fullRangeLayout);
    this.#close = createDetector(models.shortRange, shortRangeLayout);
  }

  /**
   * Adds suspected faces of the frame and of its mirrored edges; areas inspected recently without much change are
   * skipped. `known` holds the heads of earlier frames.
   */
  inspect(live: LiveFrame, timestampUs: number, known: KnownHeads): void {
    const { frame } = live;
    this.#noteLate(live);
    this.#grid.read(frame);
    this.#marks.mark(known, frame.width, frame.height);
    let next: WatchedPart | null = null;
    for (const part of this.#partsFor(frame)) {
      const answer = part.due.plan(this.#grid, this.#marks, timestampUs);
      if (answer === 'now') {
        part.due.note(this.#grid, timestampUs);
        this.#detect(live, frame, part.name);
      } else if (answer === 'soon' && part.due.lastUs < (next?.due.lastUs ?? timestampUs)) {
        next = part;
      }
    }
    // Deferrable inspections run one per frame, and the next waits until that is done.
    if (next !== null && this.#held === null) {
      next.due.note(this.#grid, timestampUs);
      this.#hold(frame, next, timestampUs);
    }
  }

  /**
   * Runs a deferred inspection outside the frame path; `known` holds the heads judged in that frame. Its suspects are
   * added to the next frame.
   */
  catchUp(timestampUs: number, { followed }: KnownHeads): void {
    const late = this.#late;
    if (this.#held === null || this.#held.timestampUs > timestampUs) {
      return;
    }
    this.#detect(late, this.#held.frame, this.#held.name);
    this.#held = null;
    // Heads tracked in that frame may have moved since: they are no suspects.
    let count = 0;
    for (let index = 0; index < late.suspectCount; index += 1) {
      const suspect = late.suspects[index]!;
      if (!followed.some((area) => isSameHead(area, suspect))) {
        copyArea(suspect, late.suspects[count]!);
        count += 1;
      }
    }
    late.suspectCount = count;
  }

  #partsFor({ width, height }: I420Frame): readonly WatchedPart[] {
    if (width !== this.#sizeOfParts.width || height !== this.#sizeOfParts.height) {
      this.#sizeOfParts = { width, height };
      const strip = this.#mirror.reach({ width, height });
      this.#parts = [
        { name: 'whole', due: new DetectionSchedule({ from: 0, to: 1, restlessUs: WHOLE_US }) },
        {
          name: 'left',
          due: new DetectionSchedule({ from: 0, to: strip, restlessUs: EDGE_US, border: 'left' }),
        },
        {
          name: 'right',
          due: new DetectionSchedule({
            from: 1 - strip,
            to: 1,
            restlessUs: EDGE_US,
            border: 'right',
          }),
        },
      ];
    }
    return this.#parts;
  }

  #detect(into: Suspects, frame: I420Frame, name: WatchedPart['name']): void {
    if (name !== 'whole') {
      this.#detectAtEdge(into, frame, name);
      return;
    }
    setLetterbox(this.#region, frame.width, frame.height);
    for (const found of this.#whole.detect(frame, this.#region, MIN_SCORE)) {
      noteSuspect(into, found);
    }
  }

  #detectAtEdge(into: Suspects, frame: I420Frame, edge: 'left' | 'right'): void {
    const mirror = this.#mirror;
    const small = mirror.mirrorEdge(frame, edge);
    setLetterbox(this.#region, small.width, small.height);
    for (const found of this.#close.detect(small, this.#region, MIN_EDGE_SCORE)) {
      const inside = Math.abs(found.centreX - small.width / 2) * mirror.scale;
      found.centreX = edge === 'left' ? inside : frame.width - inside;
      found.centreY *= mirror.scale;
      found.width *= mirror.scale;
      found.height *= mirror.scale;
      noteSuspect(into, found);
    }
  }

  #hold(frame: I420Frame, { name }: WatchedPart, timestampUs: number): void {
    if (this.#heldFrame === null || !hasSameLayout(this.#heldFrame, frame)) {
      this.#heldFrame = createI420Frame(frame.width, frame.height, frame.colour);
    }
    copyPlanes(frame, this.#heldFrame);
    this.#held = { frame: this.#heldFrame, name, timestampUs };
  }

  #noteLate(live: LiveFrame): void {
    const late = this.#late;
    live.suspectCount = late.suspectCount;
    for (let index = 0; index < late.suspectCount; index += 1) {
      copyArea(late.suspects[index]!, live.suspects[index]!);
    }
    late.suspectCount = 0;
  }
}

function noteSuspect(into: Suspects, found: Readonly<Detection>): void {
  if (into.suspectCount < into.suspects.length) {
    setAreaOfDetection(into.suspects[into.suspectCount]!, found);
    into.suspectCount += 1;
  }
}

interface WatchedPart {
  readonly name: 'whole' | 'left' | 'right';
  readonly due: DetectionSchedule;
}

interface HeldPart {
  readonly frame: I420Frame;
  readonly name: WatchedPart['name'];
  readonly timestampUs: number;
}

type Suspects = Pick<LiveFrame, 'suspects' | 'suspectCount'>;
