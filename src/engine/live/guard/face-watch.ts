import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { createRegion, setLetterbox } from '../../pixels/region.ts';
import type { Detection } from '../../track/detection.ts';
import { createDetector, fullRangeLayout, shortRangeLayout } from '../../track/detector.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { copyPlanes, hasSameLayout, type LiveFrame } from '../frame-pool.ts';
import { createEdgeMirror } from './edge-mirror.ts';
import { copyArea, createHeadArea, isSameHead, setAreaOfDetection } from './head-area.ts';
import {
  createCellMarks,
  createDetectionSchedule,
  type KnownHeads,
  type DetectionSchedule,
} from './detection-schedule.ts';
import { createLumaGrid } from './luma-grid.ts';

/** A second look, which does not depend on what the tracker follows, at pictures into which somebody may have come. */
export interface FaceWatch {
  /**
   * Notes in the picture where something looks like a face, or like half of one at an edge; nothing where it was
   * looked at a moment ago and little has changed. `known` is what was made of the pictures before.
   */
  look(picture: LiveFrame, timestampUs: number, known: KnownHeads): void;
  /**
   * Looks, when nobody waits, at what could wait in the picture of that time; `known` is what was made of it. Whoever is
   * found is noted in the next picture.
   */
  catchUp(timestampUs: number, known: KnownHeads): void;
}

/** Networks of a watch; nobody else may use them meanwhile. */
export interface WatchModels {
  readonly shortRange: FixedModel;
  readonly fullRange: FixedModel;
}

/** Lower than the tracker believes: a blurred cushion costs less than a bystander. */
const MIN_SCORE = 0.4;
const MIN_EDGE_SCORE = 0.35;
/** Most that are found at one look. */
const MAX_LATE = 16;
/** How often what moves as usual is looked at. */
const WHOLE_US = 90_000;
const EDGE_US = 180_000;

/** A watch on networks of its own. */
export function createFaceWatch(models: WatchModels): FaceWatch {
  const whole = createDetector(models.fullRange, fullRangeLayout);
  const close = createDetector(models.shortRange, shortRangeLayout);
  const mirror = createEdgeMirror();
  const region = createRegion();
  const grid = createLumaGrid();
  const marks = createCellMarks();
  let parts: readonly WatchedPart[] = [];
  let sizeOfParts = { width: 0, height: 0 };
  let held: HeldPart | null = null;
  let heldFrame: I420Frame | null = null;
  const late = { suspects: Array.from({ length: MAX_LATE }, createHeadArea), suspectCount: 0 };

  const partsFor = ({ width, height }: I420Frame): readonly WatchedPart[] => {
    if (width !== sizeOfParts.width || height !== sizeOfParts.height) {
      sizeOfParts = { width, height };
      const strip = mirror.reach({ width, height });
      parts = [
        { name: 'whole', due: createDetectionSchedule({ from: 0, to: 1, restlessUs: WHOLE_US }) },
        {
          name: 'left',
          due: createDetectionSchedule({ from: 0, to: strip, restlessUs: EDGE_US, border: 'left' }),
        },
        {
          name: 'right',
          due: createDetectionSchedule({
            from: 1 - strip,
            to: 1,
            restlessUs: EDGE_US,
            border: 'right',
          }),
        },
      ];
    }
    return parts;
  };

  const note = (into: Suspects, found: Readonly<Detection>): void => {
    if (into.suspectCount < into.suspects.length) {
      setAreaOfDetection(into.suspects[into.suspectCount]!, found);
      into.suspectCount += 1;
    }
  };

  const lookAtEdge = (into: Suspects, frame: I420Frame, edge: 'left' | 'right'): void => {
    const small = mirror.take(frame, edge);
    setLetterbox(region, small.width, small.height);
    for (const found of close.detect(small, region, MIN_EDGE_SCORE)) {
      const inside = Math.abs(found.centreX - small.width / 2) * mirror.scale;
      found.centreX = edge === 'left' ? inside : frame.width - inside;
      found.centreY *= mirror.scale;
      found.width *= mirror.scale;
      found.height *= mirror.scale;
      note(into, found);
    }
  };

  const lookAt = (into: Suspects, frame: I420Frame, name: WatchedPart['name']): void => {
    if (name !== 'whole') {
      lookAtEdge(into, frame, name);
      return;
    }
    setLetterbox(region, frame.width, frame.height);
    for (const found of whole.detect(frame, region, MIN_SCORE)) {
      note(into, found);
    }
  };

  const hold = (frame: I420Frame, { name }: WatchedPart, timestampUs: number): void => {
    if (heldFrame === null || !hasSameLayout(heldFrame, frame)) {
      heldFrame = createI420Frame(frame.width, frame.height, frame.colour);
    }
    copyPlanes(frame, heldFrame);
    held = { frame: heldFrame, name, timestampUs };
  };

  const takeLate = (picture: LiveFrame): void => {
    picture.suspectCount = late.suspectCount;
    for (let index = 0; index < late.suspectCount; index += 1) {
      copyArea(late.suspects[index]!, picture.suspects[index]!);
    }
    late.suspectCount = 0;
  };

  return {
    look(picture, timestampUs, known) {
      const { frame } = picture;
      takeLate(picture);
      grid.read(frame);
      marks.mark(known, frame.width, frame.height);
      let next: WatchedPart | null = null;
      for (const part of partsFor(frame)) {
        const answer = part.due.ask(grid, marks, timestampUs);
        if (answer === 'now') {
          part.due.note(grid, timestampUs);
          lookAt(picture, frame, part.name);
        } else if (answer === 'soon' && part.due.lastUs < (next?.due.lastUs ?? timestampUs)) {
          next = part;
        }
      }
      // One network a frame is enough for what can wait, and the next waits until that is done.
      if (next !== null && held === null) {
        next.due.note(grid, timestampUs);
        hold(frame, next, timestampUs);
      }
    },
    catchUp(timestampUs, { followed }) {
      if (held === null || held.timestampUs > timestampUs) {
        return;
      }
      lookAt(late, held.frame, held.name);
      held = null;
      // Whoever was followed in that picture may be elsewhere in the next.
      let count = 0;
      for (let index = 0; index < late.suspectCount; index += 1) {
        const suspect = late.suspects[index]!;
        if (!followed.some((area) => isSameHead(area, suspect))) {
          copyArea(suspect, late.suspects[count]!);
          count += 1;
        }
      }
      late.suspectCount = count;
    },
  };
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
