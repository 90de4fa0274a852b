import {
  createTextureLayout,
  fillOutline,
} from '../../../src/engine/face/source/texture-layout.ts';
import { createPairShade, drawTriangles } from '../../../src/engine/pixels/draw-triangles.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { selectYuvConversion } from '../../../src/engine/pixels/yuv.ts';
import type { CanonicalFace } from '../../../src/engine/track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_INNER,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../../src/engine/track/mesh-points.ts';
import { boxBlur } from '../../../src/engine/vision/box-blur.ts';
import { toLab } from '../../../src/engine/vision/lab.ts';

/** A face laid out flat, in L*a*b*. */
export interface FlatFace {
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** Difference between the skin colours of a face and those of the original face. */
export interface SkinDifference {
  /** Standard deviations of a* and b* over the skin, as parts of those before. */
  readonly spreadA: number;
  readonly spreadB: number;
  /** Distances in a* and b*, low-pass filtered at a twentieth of the face: their mean and 95th percentile. */
  readonly mean: number;
  readonly max: number;
  /** Redness (a*) of the lips above the skin around them, in the result. */
  readonly redderLips: number;
}

/** Measures the colours of skin. */
export interface SkinMeter {
  /** Unwraps a face to canonical coordinates; its mesh has x, y and z per point. */
  flatten(frame: I420Frame, mesh: Float32Array): FlatFace;
  /** Compares two faces with one pose, expression and light. */
  compare(before: FlatFace, after: FlatFace): SkinDifference;
}

const SIZE = 128;
/** Radius of the blur that removes detail, which does not count as colour. */
const COARSE = Math.round(SIZE * 0.025);
/** Blur radius for chroma, which has half the resolution of luma and coding errors. */
const FINE = 1;
/** Minimum lightness of skin, as a fraction of the median: excludes hair and deep shadow. */
const LIGHT_ENOUGH = 0.62;
/** Maximum distance in a* and b* from the median: excludes background beside the face. */
const MAX_COLOURED = 25;
/** Outline of the underside of the nose: its points in order, which the skin field lacks at the nostrils. */
const NOSE_UNDERSIDE = [
  79, 20, 238, 242, 97, 2, 326, 462, 458, 250, 309, 438, 457, 274, 1, 44, 237, 218,
];

/** A meter for faces with one kind of mesh. */
export function createSkinMeter(face: CanonicalFace): SkinMeter {
  const layout = createTextureLayout(face, SIZE);
  const outlined = (outlines: readonly (readonly number[])[], growth: number): Float32Array => {
    const plane = new Float32Array(SIZE * SIZE);
    for (const outline of outlines) {
      fillOutline(plane, layout, { outline, value: 1, growth });
    }
    return plane;
  };
  const oval = outlined([FACE_OVAL], 0.9);
  const eyes = outlined([LEFT_EYE, RIGHT_EYE], 1.15);
  const brows = outlined([LEFT_BROW, RIGHT_BROW], 1.15);
  const lips = outlined([LIPS_OUTER], 1.15);
  const mouth = outlined([LIPS_INNER], 1.15);
  const innerLips = outlined([LIPS_OUTER], 0.95);
  const underside = outlined([NOSE_UNDERSIDE], 1);
  const isPlain = oval.map((value, at) =>
    Math.max(eyes[at]!, brows[at]!, lips[at]!, underside[at]!) > 0 ? 0 : value,
  );
  return {
    flatten: (frame, mesh) => flattenFace(frame, mesh, layout),
    compare(before, after) {
      const [skinBefore, skinAfter] = [findSkin(before, isPlain), findSkin(after, isPlain)];
      const skin = skinBefore.map((value, at) => value * skinAfter[at]!);
      const fine = (plane: Float32Array): Float32Array => blurWhere(plane, skin, FINE);
      const distances = computeDistances(before, after, skin);
      const lipsOnly = innerLips.map((value, at) => (mouth[at]! > 0 ? 0 : value));
      return {
        spreadA: spreadWhere(fine(after.a), skin) / spreadWhere(fine(before.a), skin),
        spreadB: spreadWhere(fine(after.b), skin) / spreadWhere(fine(before.b), skin),
        mean: distances.reduce((sum, value) => sum + value, 0) / distances.length,
        max: distances[Math.floor(distances.length * 0.95)] ?? Number.NaN,
        redderLips: meanWhere(after.a, lipsOnly) - meanWhere(after.a, skin),
      };
    },
  };
}

/** Mask of the lit skin within a part of the face. */
function findSkin({ lightness, a, b }: FlatFace, part: Float32Array): Float32Array {
  const [usual, usualA, usualB] = [lightness, a, b].map((plane) => medianWhere(plane, part));
  return part.map((value, at) =>
    lightness[at]! > usual! * LIGHT_ENOUGH &&
    Math.hypot(a[at]! - usualA!, b[at]! - usualB!) < MAX_COLOURED
      ? value
      : 0,
  );
}

function flattenFace(
  frame: I420Frame,
  mesh: Float32Array,
  layout: ReturnType<typeof createTextureLayout>,
): FlatFace {
  const { red, green, blue } = toPlanes(frame);
  const texture = { width: frame.width, height: frame.height };
  const draw = (first: Uint8Array, second: Uint8Array): readonly Uint8ClampedArray[] => {
    const onto = {
      first: new Uint8ClampedArray(SIZE * SIZE),
      second: new Uint8ClampedArray(SIZE * SIZE),
      width: SIZE,
      height: SIZE,
    };
    drawTriangles(
      onto,
      { first, second, ...texture },
      {
        triangles: layout.triangles,
        to: { points: layout.points, step: 2, originX: 0, originY: 0, scale: 1 },
        from: { points: mesh, step: 3, originX: 0.5, originY: 0.5, scale: 1 },
        shade: createPairShade(MESH_POINT_COUNT),
      },
    );
    return [onto.first, onto.second];
  };
  const [flatRed, flatGreen] = draw(red, green);
  const [flatBlue] = draw(blue, blue);
  const flat = {
    lightness: new Float32Array(SIZE * SIZE),
    a: new Float32Array(SIZE * SIZE),
    b: new Float32Array(SIZE * SIZE),
  };
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    const [lightness, a, b] = toLab(flatRed![at]!, flatGreen![at]!, flatBlue![at]!);
    flat.lightness[at] = lightness;
    flat.a[at] = a;
    flat.b[at] = b;
  }
  return flat;
}

function toPlanes(frame: I420Frame): Record<'red' | 'green' | 'blue', Uint8Array> {
  const { width, height, strideY, strideU, strideV } = frame;
  const conversion = selectYuvConversion(frame);
  const planes = {
    red: new Uint8ClampedArray(width * height),
    green: new Uint8ClampedArray(width * height),
    blue: new Uint8ClampedArray(width * height),
  };
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const luma =
        (frame.y[row * strideY + column]! - conversion.lumaOffset) * conversion.lumaScale;
      const u = frame.u[(row >> 1) * strideU + (column >> 1)]! - 128;
      const v = frame.v[(row >> 1) * strideV + (column >> 1)]! - 128;
      planes.red[at] = luma + conversion.redFromV * v;
      planes.green[at] = luma + conversion.greenFromU * u + conversion.greenFromV * v;
      planes.blue[at] = luma + conversion.blueFromU * u;
    }
  }
  return {
    red: new Uint8Array(planes.red.buffer),
    green: new Uint8Array(planes.green.buffer),
    blue: new Uint8Array(planes.blue.buffer),
  };
}

function computeDistances(before: FlatFace, after: FlatFace, skin: Float32Array): Float32Array {
  const coarse = (plane: Float32Array): Float32Array => blurWhere(plane, skin, COARSE);
  const [a, b, otherA, otherB] = [before.a, before.b, after.a, after.b].map(coarse);
  return a!
    .map((value, at) => Math.hypot(value - otherA![at]!, b![at]! - otherB![at]!))
    .filter((_, at) => skin[at]! > 0)
    .toSorted((first, second) => first - second);
}

/** Box-blurs twice, with weights. */
function blurWhere(plane: Float32Array, weights: Float32Array, radius: number): Float32Array {
  const sums = plane.map((value, at) => value * weights[at]!);
  const totals = weights.slice();
  for (let round = 0; round < 2; round += 1) {
    boxBlur(sums, SIZE, radius);
    boxBlur(totals, SIZE, radius);
  }
  return sums.map((value, at) => value / Math.max(1e-3, totals[at]!));
}

function meanWhere(plane: Float32Array, weights: Float32Array): number {
  let sum = 0;
  let total = 0;
  plane.forEach((value, at) => {
    sum += value * weights[at]!;
    total += weights[at]!;
  });
  return sum / Math.max(1, total);
}

function spreadWhere(plane: Float32Array, weights: Float32Array): number {
  const middle = meanWhere(plane, weights);
  return Math.sqrt(
    meanWhere(
      plane.map((value) => (value - middle) ** 2),
      weights,
    ),
  );
}

function medianWhere(plane: Float32Array, weights: Float32Array): number {
  const known = plane.filter((_, at) => weights[at]! > 0).toSorted((a, b) => a - b);
  return known[known.length >> 1] ?? 0;
}
