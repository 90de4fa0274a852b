/** Removes the head of a target, and completes what was behind it. */
import { boxBlur } from '../vision/box-blur.ts';
import { smoothstep } from '../vision/math.ts';
import { inpaint } from '../vision/inpaint.ts';
import type { HeadParts } from './head-parts.ts';
import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';
import { distanceTo, threshold } from '../vision/regions.ts';
import type { HeadMatte } from './feather.ts';
import { diffuse } from '../vision/diffuse.ts';

/** The target without its head; one entry per pixel of the view. */
export interface Plate {
  /** Weight of the completed colours, 0..1. */
  readonly hole: Float32Array;
  /** Interleaved colours that fill the hole, without grain. */
  readonly colours: Float32Array;
  /**
   * Index of the pixel of the view whose surroundings are copied here in full detail; -1 if only the colours are used.
   */
  readonly origins: Int32Array;
  /** Weight of the colours against such a copy, 0..1: on skin of the neck. */
  readonly plain: Float32Array;
  /** Mask of the area in which skin of the neck may be: the neck of the target and the hole above it, 0..1. */
  readonly neck: Float32Array;
}

/** Margin around the removed head in centimetres, for single hairs, compression artefacts and shadow. */
const MARGIN_CM = 0.7;
/** Overlap of the new head and the completed area, in centimetres. */
const OVERLAP_CM = 0.6;
const OTHER_FACE_MARGIN_CM = 3;
/** Margin where the head borders on the body, in centimetres: only a soft edge has to be removed. */
const BODY_MARGIN_CM = 0.2;
/** Kinds of pixels that an area is completed from. */
const GROUND = 1;
const BODY = 2;
/** Ranges below the chin in which hidden skin of the neck begins and ends, in centimetres. */
const NECK_START_CM = [-5, -2] as const;
const NECK_END_CM = [4.5, 6.5] as const;
/** Half widths of neck and shoulders, and the range below the chin in which the shoulders slope, in centimetres. */
const NECK_HALF_CM = 4.6;
const SHOULDER_HALF_CM = 21;
const SHOULDER_SLOPE_CM = [4.5, 16] as const;
/** Minimum number of visible skin pixels of a neck that can be continued. */
const MIN_NECK_PIXELS = 40;
/** Range below the chin in which the middle of the neck is measured, and its maximum distance aside, in centimetres. */
const NECK_PROBE_CM = [0.7, 4];
const NECK_REACH_CM = 7;

/** Completes what becomes visible when the head of a target is replaced by one with the alpha `cover` (0..1). */
export async function makePlate(
  view: HeadView,
  {
    parts,
    matte,
    cover,
  }: { readonly parts: HeadParts; readonly matte: HeadMatte; readonly cover: Float32Array },
  pause: () => Promise<void>,
): Promise<Plate> {
  const { isInImage, otherFaces, colours } = view;
  const { zones, person } = parts;
  const removed = findRemoved(parts, matte);
  const covered = shrink(
    cover.map((alpha) => (alpha > 0.98 ? 1 : 0)),
    OVERLAP_CM,
  );
  const others = grow(otherFaces, OTHER_FACE_MARGIN_CM);
  const middle = findNeckMiddle(parts);
  const neck = new Float32Array(removed.length);
  const plain = new Float32Array(removed.length);
  const hole = new Uint8Array(removed.length);
  const isKnown = new Uint8Array(removed.length);
  const kinds = new Uint8Array(removed.length);
  const skinTrust = new Float32Array(removed.length);
  for (let index = 0; index < removed.length; index += 1) {
    const row = Math.floor(index / VIEW_SIZE);
    const column = index % VIEW_SIZE;
    const isRemoved = removed[index] === 1;
    plain[index] = isRemoved ? shapeNeck(zones, row, column - middle) : 0;
    skinTrust[index] = !isRemoved && parts.neck[index] > 0.6 ? 1 : 0;
    neck[index] = isRemoved ? plain[index] : parts.neck[index];
    hole[index] = isRemoved && covered[index] === 0 && isInImage[index] === 1 ? 1 : 0;
    isKnown[index] = !isRemoved && others[index] === 0 && isInImage[index] === 1 ? 1 : 0;
    kinds[index] =
      hole[index] === 1 ? classifyHidden(zones, row, column) : person[index] > 0.5 ? BODY : GROUND;
  }
  const completed = await inpaint(
    { width: VIEW_SIZE, height: VIEW_SIZE, colours, hole, isKnown, kinds },
    pause,
  );
  const { colours: filled, origins } = completed;
  if (skinTrust.reduce((sum, trust) => sum + trust, 0) > MIN_NECK_PIXELS) {
    const skin = diffuse(colours, skinTrust, VIEW_SIZE);
    for (let value = 0; value < filled.length; value += 1) {
      const weight = plain[(value / 3) | 0];
      filled[value] += (skin[value] - filled[value]) * weight;
    }
  } else {
    plain.fill(0);
  }
  const isHole = Float32Array.from(hole);
  boxBlur(isHole, VIEW_SIZE, 2);
  boxBlur(isHole, VIEW_SIZE, 1);
  boxBlur(neck, VIEW_SIZE, 2);
  return { hole: isHole, colours: filled, origins, plain, neck };
}

/** Returns the mask of the head with a margin for single hairs; visible parts of the body stay. */
function findRemoved({ head, person, zones }: HeadParts, { alpha }: HeadMatte): Uint8Array {
  const seed = threshold(alpha, 0.06);
  const distance = distanceTo(seed, VIEW_SIZE);
  return Uint8Array.from(distance, (value, index) => {
    const isBody =
      head[index] === 0 && person[index] > 0.5 && Math.floor(index / VIEW_SIZE) > zones.mouth;
    return value <= (isBody ? BODY_MARGIN_CM : MARGIN_CM) * VIEW_SCALE ? 1 : 0;
  });
}

/** Returns the kind behind a removed pixel: below the chin a body of average shape, elsewhere the background. */
function classifyHidden({ chin, neck }: HeadParts['zones'], row: number, column: number): number {
  const belowCm = (row - chin) / VIEW_SCALE;
  const halfWidthCm =
    NECK_HALF_CM +
    (SHOULDER_HALF_CM - NECK_HALF_CM) *
      smoothstep(SHOULDER_SLOPE_CM[0], SHOULDER_SLOPE_CM[1], belowCm);
  return belowCm > 0 && Math.abs(column - neck) / VIEW_SCALE < halfWidthCm ? BODY : GROUND;
}

/** Returns the middle column of the visible skin below the chin; with little skin, the expected one. */
function findNeckMiddle({ zones, neck }: HeadParts): number {
  const [from, to] = NECK_PROBE_CM.map((cm) => Math.round(zones.chin + cm * VIEW_SCALE));
  let sum = 0;
  let total = 0;
  for (let row = from; row < Math.min(VIEW_SIZE, to); row += 1) {
    for (let column = 0; column < VIEW_SIZE; column += 1) {
      const isNear = Math.abs(column - zones.neck) < NECK_REACH_CM * VIEW_SCALE;
      const weight = isNear ? neck[row * VIEW_SIZE + column] : 0;
      sum += weight * column;
      total += weight;
    }
  }
  return (sum + zones.neck * MIN_NECK_PIXELS) / (total + MIN_NECK_PIXELS);
}

/**
 * Returns the weight of neck skin at a removed pixel, for a neck of average shape: narrow under the jaw, wider below,
 * with soft edges.
 */
function shapeNeck({ chin }: HeadParts['zones'], row: number, across: number): number {
  const belowCm = (row - chin) / VIEW_SCALE;
  const halfCm = NECK_HALF_CM + Math.max(0, belowCm - 1.5) * 0.9 + Math.min(0, belowCm) * 0.4;
  const inside = 1 - smoothstep(halfCm - 0.7, halfCm + 0.5, Math.abs(across) / VIEW_SCALE);
  return (
    inside *
    smoothstep(NECK_START_CM[0], NECK_START_CM[1], belowCm) *
    (1 - smoothstep(NECK_END_CM[0], NECK_END_CM[1], belowCm))
  );
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
