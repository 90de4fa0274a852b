/** What remains of a target when its head is taken away, and what is put in its place. */
import { boxBlur } from '../pixels/box-blur.ts';
import { rise } from '../face/facing.ts';
import { fillPatches } from './fill-patches.ts';
import type { HeadParts } from './head-parts.ts';
import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';
import { distanceTo } from './regions.ts';
import type { HeadMatte } from './soft-edge.ts';
import { spreadColours } from './spread.ts';

/** The target without its head; one entry per pixel of the view. */
export interface Plate {
  /** How much of the picture is replaced by what follows, 0..1. */
  readonly hole: Float32Array;
  /** Interleaved colours that fill the hole, without grain. */
  readonly colours: Float32Array;
  /** The pixel of the view whose surroundings go here in full detail; -1: the colours alone. */
  readonly origins: Int32Array;
  /** Where skin of a neck may lie: the neck of the target and the hole above it, 0..1. */
  readonly neck: Float32Array;
}

/** The removed head is taken away with this much around it, in centimetres: single hairs, coding, shadow. */
const MARGIN_CM = 0.7;
/** The new head covers what is completed by this much. */
const OVERLAP_CM = 0.6;
const OTHER_FACE_MARGIN_CM = 3;
/** Where the head borders on the body, there is nothing to clean up but a soft edge. */
const BODY_MARGIN_CM = 0.2;
/** Kinds of what a picture is completed with. */
const GROUND = 1;
const BODY = 2;
/** How far below the chin hidden skin of the neck is taken to go. */
const NECK_LENGTH_CM = 5;
/** Half widths of a neck and of shoulders, and where below the chin they slope. */
const NECK_HALF_CM = 4.8;
const SHOULDER_HALF_CM = 21;
const SHOULDER_SLOPE_CM = [4.5, 16] as const;
/** Less skin than this is none to continue. */
const MIN_NECK_PIXELS = 40;
/** Where skin of the neck may be drawn on, above the neck that is seen. */
const NECK_PROBE_CM = 2.2;

/** Completes what shows when the head of a target is replaced by one of `cover` (0..1 per pixel). */
export async function makePlate(
  view: HeadView,
  {
    parts,
    matte,
    cover,
  }: { readonly parts: HeadParts; readonly matte: HeadMatte; readonly cover: Float32Array },
  pause: () => Promise<void>,
): Promise<Plate> {
  const { isPicture, otherFaces, colours } = view;
  const { zones, person } = parts;
  const removed = findRemoved(parts, matte);
  const covered = shrink(
    cover.map((alpha) => (alpha > 0.98 ? 1 : 0)),
    OVERLAP_CM,
  );
  const others = grow(otherFaces, OTHER_FACE_MARGIN_CM);
  const { left, right } = measureNeck(parts);
  const neck = new Float32Array(removed.length);
  const hole = new Uint8Array(removed.length);
  const isKnown = new Uint8Array(removed.length);
  const kinds = new Uint8Array(removed.length);
  const skinTrust = new Float32Array(removed.length);
  const neckEnd = zones.chin + NECK_LENGTH_CM * VIEW_SCALE;
  for (let index = 0; index < removed.length; index += 1) {
    const row = Math.floor(index / VIEW_SIZE);
    const column = index % VIEW_SIZE;
    const isUnderHead = column >= left && column <= right && row > zones.mouth && row < neckEnd;
    const isNeck = removed[index] === 1 && isUnderHead;
    skinTrust[index] = removed[index] === 1 ? 0 : parts.neck[index]! > 0.6 ? 1 : 0;
    neck[index] = isNeck ? 1 : removed[index] === 1 ? 0 : parts.neck[index]!;
    hole[index] = removed[index] === 1 && covered[index] === 0 && isPicture[index] === 1 ? 1 : 0;
    isKnown[index] = removed[index] === 0 && others[index] === 0 && isPicture[index] === 1 ? 1 : 0;
    kinds[index] =
      hole[index] === 1 ? kindAt(zones, row, column) : person[index]! > 0.5 ? BODY : GROUND;
  }
  const completed = await fillPatches(
    { width: VIEW_SIZE, height: VIEW_SIZE, colours, hole, isKnown, kinds },
    pause,
  );
  const plate = completed.colours;
  const { origins } = completed;
  const hasNeck = skinTrust.reduce((sum, trust) => sum + trust, 0) > MIN_NECK_PIXELS;
  const skin = hasNeck ? spreadColours(colours, skinTrust) : plate;
  const isHole = Float32Array.from(hole);
  for (let index = 0; index < hole.length; index += 1) {
    if (hole[index] === 1 && neck[index] === 1 && hasNeck) {
      plate.set(skin.subarray(index * 3, index * 3 + 3), index * 3);
      origins[index] = -1;
    }
  }
  boxBlur(isHole, VIEW_SIZE, 2);
  boxBlur(isHole, VIEW_SIZE, 1);
  boxBlur(neck, VIEW_SIZE, 2);
  return { hole: isHole, colours: plate, origins, neck };
}

/** The head with what its single hairs touch; what is seen of the body stays. */
function findRemoved({ head, person, zones }: HeadParts, { alpha }: HeadMatte): Uint8Array {
  const seed = Uint8Array.from(alpha, (value) => (value > 0.06 ? 1 : 0));
  const distance = distanceTo(seed, VIEW_SIZE);
  return Uint8Array.from(distance, (value, index) => {
    const isBody =
      head[index] === 0 && person[index]! > 0.5 && Math.floor(index / VIEW_SIZE) > zones.mouth;
    return value <= (isBody ? BODY_MARGIN_CM : MARGIN_CM) * VIEW_SCALE ? 1 : 0;
  });
}

/** What lies behind a removed pixel: below the chin a body of common shape, else the ground. */
function kindAt({ chin, neck }: HeadParts['zones'], row: number, column: number): number {
  const belowCm = (row - chin) / VIEW_SCALE;
  const halfWidthCm =
    NECK_HALF_CM + (SHOULDER_HALF_CM - NECK_HALF_CM) * rise(belowCm, ...SHOULDER_SLOPE_CM);
  return belowCm > 0 && Math.abs(column - neck) / VIEW_SCALE < halfWidthCm ? BODY : GROUND;
}

/** Columns between which the neck lies, a little below the chin. */
function measureNeck({ zones, neck }: HeadParts): {
  readonly left: number;
  readonly right: number;
} {
  const row = Math.min(VIEW_SIZE - 1, Math.round(zones.chin + NECK_PROBE_CM * VIEW_SCALE));
  const middle = Math.max(0, Math.min(VIEW_SIZE - 1, Math.round(zones.neck)));
  const reach = 7 * VIEW_SCALE;
  let left = middle;
  let right = middle;
  while (left > middle - reach && neck[row * VIEW_SIZE + left - 1]! > 0.5) {
    left -= 1;
  }
  while (right < middle + reach && neck[row * VIEW_SIZE + right + 1]! > 0.5) {
    right += 1;
  }
  // No skin is seen: what a collar or hair hides is about as wide as this.
  const least = NECK_HALF_CM * VIEW_SCALE;
  return { left: Math.min(left, middle - least), right: Math.max(right, middle + least) };
}

function grow(mask: Uint8Array | Float32Array, marginCm: number): Uint8Array {
  const distance = distanceTo(Uint8Array.from(mask), VIEW_SIZE);
  return Uint8Array.from(distance, (value) => (value <= marginCm * VIEW_SCALE ? 1 : 0));
}

function shrink(mask: Float32Array, marginCm: number): Uint8Array {
  const rest = distanceTo(
    Uint8Array.from(mask, (value) => 1 - value),
    VIEW_SIZE,
  );
  return Uint8Array.from(rest, (value) => (value > marginCm * VIEW_SCALE ? 1 : 0));
}
