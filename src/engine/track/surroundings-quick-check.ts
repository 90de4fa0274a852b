/**
 * Detects that something of the colour of a face came near it, by comparing pixels on a grid that moves with the face.
 * Eyes, brows and mouth change all the time and are excluded.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { clamp } from '../vision/math.ts';
import type { TrackedFace } from './face-track.ts';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from './mesh-points.ts';

/** Checks the faces of one stream, each of which keeps its object. */
export interface SurroundingsQuickCheck {
  /**
   * Returns whether enough grid points changed to the colour of the face since its state was stored, or none was
   * stored.
   */
  isOther(frame: I420Frame, face: TrackedFace): boolean;
  /** Stores the present state. */
  store(frame: I420Frame, face: TrackedFace): void;
}

/** Points per side of the grid, and their distance relative to that of the outer eye corners. */
const SIDE = 21;
const DISTANCE = 0.22;
/** Rows of the grid above the eyes. */
const ABOVE = 6;
/** Steps by which luma, and both chromas together, change at a new object. */
const OTHER_LUMA = 16;
const OTHER_CHROMA = 10;
/** Difference of either chroma within which a pixel has the colour of the face. */
const LIKE_FACE = 9;
/** Maximum number of pixels that became like the face; more are a hand. */
const MAX_OTHER = 3;
/** Points of plain skin, whose mean is the colour of the face: cheeks, bridge of the nose and forehead. */
const PLAIN = [50, 280, 205, 425, 6, 197, 151];
/** Centres and half sizes of the excluded eyes and mouth, in distances of the outer eye corners from their middle. */
const FEATURES = [
  { x: 0, y: -0.05, width: 0.75, height: 0.35 },
  { x: 0, y: 0.78, width: 0.45, height: 0.4 },
] as const;
const VALUES = 3;

const offsets = createGrid();
const COUNT = offsets.length / 2;

/** Creates a quick check without stored faces. */
export function createSurroundingsQuickCheck(): SurroundingsQuickCheck {
  return new GridQuickCheck();
}

class GridQuickCheck implements SurroundingsQuickCheck {
  readonly #stored = new WeakMap<TrackedFace, Uint8Array>();
  readonly #now = new Uint8Array(COUNT * VALUES);

  isOther(frame: I420Frame, face: TrackedFace): boolean {
    const stored = this.#stored.get(face);
    if (stored === undefined) {
      return true;
    }
    const now = this.#now;
    read(frame, face, now);
    const [u, v] = computeColour(frame, face);
    let others = 0;
    for (let at = 0; at < now.length; at += VALUES) {
      const isLikeFace =
        Math.abs(now[at + 1] - u) < LIKE_FACE && Math.abs(now[at + 2] - v) < LIKE_FACE;
      if (isLikeFace && isOtherPixel(stored, now, at)) {
        others += 1;
      }
    }
    return others > MAX_OTHER;
  }

  store(frame: I420Frame, face: TrackedFace): void {
    let stored = this.#stored.get(face);
    if (stored === undefined) {
      stored = new Uint8Array(COUNT * VALUES);
      this.#stored.set(face, stored);
    }
    read(frame, face, stored);
  }
}

function isOtherPixel(stored: Uint8Array, now: Uint8Array, at: number): boolean {
  return (
    Math.abs(now[at] - stored[at]) > OTHER_LUMA ||
    Math.abs(now[at + 1] - stored[at + 1]) + Math.abs(now[at + 2] - stored[at + 2]) > OTHER_CHROMA
  );
}

/** Returns x and y of the grid points, in distances of the outer eye corners from their middle. */
function createGrid(): Float32Array {
  const positions: number[] = [];
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const x = (column - (SIDE - 1) / 2) * DISTANCE;
      const y = (row - ABOVE) * DISTANCE;
      const isFeature = FEATURES.some(
        (feature) =>
          Math.abs(x - feature.x) < feature.width && Math.abs(y - feature.y) < feature.height,
      );
      if (!isFeature) {
        positions.push(x, y);
      }
    }
  }
  return Float32Array.from(positions);
}

/** Reads luma and chromas of the grid; outside of the frame they are 0. */
function read(frame: I420Frame, { landmarks }: TrackedFace, values: Uint8Array): void {
  const [left, right] = [LEFT_EYE_OUTER * 3, RIGHT_EYE_OUTER * 3];
  const acrossX = landmarks[right] - landmarks[left];
  const acrossY = landmarks[right + 1] - landmarks[left + 1];
  const middleX = (landmarks[left] + landmarks[right]) / 2;
  const middleY = (landmarks[left + 1] + landmarks[right + 1]) / 2;
  for (let point = 0; point < COUNT; point += 1) {
    const across = offsets[point * 2];
    const down = offsets[point * 2 + 1];
    const x = Math.floor(middleX + across * acrossX - down * acrossY);
    const y = Math.floor(middleY + across * acrossY + down * acrossX);
    const at = point * VALUES;
    if (x >= 0 && y >= 0 && x < frame.width && y < frame.height) {
      const chroma = (y >> 1) * frame.strideU + (x >> 1);
      values[at] = frame.y[y * frame.strideY + x];
      values[at + 1] = frame.u[chroma];
      values[at + 2] = frame.v[(y >> 1) * frame.strideV + (x >> 1)];
    } else {
      values[at] = 0;
      values[at + 1] = 0;
      values[at + 2] = 0;
    }
  }
}

const colour: [number, number] = [0, 0];

/** Returns the mean chromas of plain skin; overwritten by the next call. */
function computeColour(frame: I420Frame, { landmarks }: TrackedFace): readonly [number, number] {
  let u = 0;
  let v = 0;
  for (const point of PLAIN) {
    const x = clamp(landmarks[point * 3], 0, frame.width - 1) >> 1;
    const y = clamp(landmarks[point * 3 + 1], 0, frame.height - 1) >> 1;
    u += frame.u[y * frame.strideU + x] / PLAIN.length;
    v += frame.v[y * frame.strideV + x] / PLAIN.length;
  }
  colour[0] = u;
  colour[1] = v;
  return colour;
}
