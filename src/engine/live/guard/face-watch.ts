import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion, setLetterbox } from '../../pixels/region.ts';
import type { Detection } from '../../track/detection.ts';
import {
  createFaceDetector,
  fullRangeLayout,
  shortRangeLayout,
} from '../../track/face-detector.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { LivePicture } from '../pictures.ts';
import { createEdgeMirror } from './edge-mirror.ts';
import { setAreaOfDetection } from './head-area.ts';
import { createCellMarks, createLookDue, type KnownHeads, type LookDue } from './look-due.ts';
import { createLumaGrid } from './luma-grid.ts';

/** A second look, which does not depend on what the tracker follows, at pictures into which somebody may have come. */
export interface FaceWatch {
  /**
   * Notes in the picture where something looks like a face, or like half of one at an edge; nothing where it was
   * looked at a moment ago and little has changed. `known` is what was made of the pictures before.
   */
  look(picture: LivePicture, timestampUs: number, known: KnownHeads): void;
}

/** Networks of a watch; nobody else may use them meanwhile. */
export interface WatchModels {
  readonly shortRange: FixedModel;
  readonly fullRange: FixedModel;
}

/** Lower than the tracker believes: a blurred cushion costs less than a bystander. */
const MIN_SCORE = 0.4;
const MIN_EDGE_SCORE = 0.35;
/** How often what moves as usual is looked at: who comes in over an edge is no usual change. */
const WHOLE_US = 90_000;
const EDGE_US = 180_000;

/** A watch on networks of its own. */
export function createFaceWatch(models: WatchModels): FaceWatch {
  const whole = createFaceDetector(models.fullRange, fullRangeLayout);
  const close = createFaceDetector(models.shortRange, shortRangeLayout);
  const mirror = createEdgeMirror();
  const region = createRegion();
  const grid = createLumaGrid();
  const marks = createCellMarks();
  let parts: readonly WatchedPart[] = [];
  let sizeOfParts = { width: 0, height: 0 };

  const partsFor = ({ width, height }: I420Frame): readonly WatchedPart[] => {
    if (width !== sizeOfParts.width || height !== sizeOfParts.height) {
      sizeOfParts = { width, height };
      const strip = mirror.reach({ width, height });
      parts = [
        { name: 'whole', due: createLookDue(0, 1, WHOLE_US) },
        { name: 'left', due: createLookDue(0, strip, EDGE_US) },
        { name: 'right', due: createLookDue(1 - strip, 1, EDGE_US) },
      ];
    }
    return parts;
  };

  const note = (picture: LivePicture, found: Readonly<Detection>): void => {
    if (picture.suspectCount < picture.suspects.length) {
      setAreaOfDetection(picture.suspects[picture.suspectCount]!, found);
      picture.suspectCount += 1;
    }
  };

  const lookAtEdge = (picture: LivePicture, frame: I420Frame, edge: 'left' | 'right'): void => {
    const small = mirror.take(frame, edge);
    setLetterbox(region, small.width, small.height);
    for (const found of close.detect(small, region, MIN_EDGE_SCORE)) {
      const inside = Math.abs(found.centreX - small.width / 2) * mirror.scale;
      found.centreX = edge === 'left' ? inside : frame.width - inside;
      found.centreY *= mirror.scale;
      found.width *= mirror.scale;
      found.height *= mirror.scale;
      note(picture, found);
    }
  };

  const lookAt = (picture: LivePicture, { name, due }: WatchedPart, timestampUs: number): void => {
    const { frame } = picture;
    due.note(grid, timestampUs);
    if (name !== 'whole') {
      lookAtEdge(picture, frame, name);
      return;
    }
    setLetterbox(region, frame.width, frame.height);
    for (const found of whole.detect(frame, region, MIN_SCORE)) {
      note(picture, found);
    }
  };

  return {
    look(picture, timestampUs, known) {
      const { frame } = picture;
      picture.suspectCount = 0;
      grid.read(frame);
      marks.mark(known, frame.width, frame.height);
      let next: WatchedPart | null = null;
      for (const part of partsFor(frame)) {
        const answer = part.due.ask(grid, marks, timestampUs);
        if (answer === 'now') {
          lookAt(picture, part, timestampUs);
        } else if (answer === 'soon' && part.due.lastUs < (next?.due.lastUs ?? timestampUs)) {
          next = part;
        }
      }
      // One network a frame is enough for what can wait.
      if (next !== null) {
        lookAt(picture, next, timestampUs);
      }
    },
  };
}

interface WatchedPart {
  readonly name: 'whole' | 'left' | 'right';
  readonly due: LookDue;
}
