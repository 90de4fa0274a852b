/**
 * Estimates the colour of the skin without its detail at every mesh point, as light and complexion make it. Points on
 * brows, eyes, lips, nostrils and the outline do not show skin; their values are interpolated from the neighbours.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { createPointMixture } from '../../pixels/mix-points.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { REFINED_LEFT_EYE, REFINED_LIPS, REFINED_RIGHT_EYE } from '../../track/refined-points.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { squareInTexture } from '../shape/texture-distance.ts';

/** Luma and chroma per mesh point, in frame values. */
export interface SkinColours {
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** Mesh in a frame: x and y of every point, `step` values apart, and the width of the face, in pixels. */
export interface SampledMesh {
  points: Float32Array;
  readonly step: number;
  faceWidth: number;
}

/** Measures faces; keeps its working memory. */
export interface SkinField {
  /** Samples the mean colours around all mesh points. */
  sample(frame: I420Frame, mesh: Readonly<SampledMesh>, colours: SkinColours): void;
  /**
   * Smooths sampled colours over the face without points that are `covered` (0..1). Sets `likeness` to the similarity
   * of a point with its surroundings, 0..1.
   */
  smooth(
    colours: SkinColours,
    smoothed: SkinColours,
    likeness: Float32Array,
    covered?: Float32Array,
  ): void;
}

/** Creates empty colours. */
export function createSkinColours(): SkinColours {
  return {
    y: new Float32Array(MESH_POINT_COUNT),
    u: new Float32Array(MESH_POINT_COUNT),
    v: new Float32Array(MESH_POINT_COUNT),
  };
}

/** Points in and below the nostrils. */
export const NOSTRILS = [
  79, 309, 20, 250, 238, 458, 242, 462, 60, 290, 75, 305, 166, 392, 97, 326, 2,
];
/**
 * Radius of the average over the face, and the distance beyond which points are ignored, as fractions of the texture.
 */
const REACH = 0.075;
const FARTHEST = 0.18;
/** Weight of a covered point, which counts only without others. */
const MIN_WEIGHT = 0.001;
/**
 * Standard deviations of a point from the skin around it: luma below it, luma above it as a fraction of that skin, and
 * chroma. Hair and shade of features are darker, but nothing on a face is brighter than lit skin; with the first value
 * for both, cheeks in hard light would be ignored, and the face drawn as flat and grey as the middle of that light.
 */
const DARKER = 24;
const BRIGHTER = 0.35;
const OTHER_TINT = 7;
/** Range of the light at a point, relative to the skin around it, by which chroma of skin may differ. */
const LIGHT = [0.5, 1.5] as const;
/** Distance between the samples around a point, as a fraction of the face width. */
const SAMPLE_DISTANCE = 0.012;

/** Returns the field of a canonical face, which all callers share. */
export const createSkinField = memoisePerFace(makeSkinField);

function makeSkinField({ texture }: CanonicalFace): SkinField {
  const isSkin = new Uint8Array(MESH_POINT_COUNT).fill(1);
  const others = [FACE_OVAL, LIPS_OUTER, REFINED_LEFT_EYE, REFINED_RIGHT_EYE, REFINED_LIPS];
  for (const point of [...NOSTRILS, ...others.flatMap((list) => [...list])]) {
    isSkin[point] = 0;
  }
  const { starts, neighbours, fractions } = findNeighbours(texture, isSkin);
  const weights = new Float32Array(MESH_POINT_COUNT);

  const mixture = createPointMixture(MESH_POINT_COUNT, {
    ends: starts.subarray(1),
    points: neighbours,
    fractions,
  });
  const { values, mixed } = mixture;

  const average = (colours: SkinColours, smoothed: SkinColours): void => {
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const weight = weights[point];
      values[point * 4] = colours.y[point] * weight;
      values[point * 4 + 1] = colours.u[point] * weight;
      values[point * 4 + 2] = colours.v[point] * weight;
      values[point * 4 + 3] = weight;
    }
    mixture.mix();
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const total = mixed[point * 4 + 3] + 1e-6;
      smoothed.y[point] = mixed[point * 4] / total;
      smoothed.u[point] = mixed[point * 4 + 1] / total;
      smoothed.v[point] = mixed[point * 4 + 2] / total;
    }
  };

  return {
    sample(frame, { points, step, faceWidth }, colours) {
      const distance = SAMPLE_DISTANCE * faceWidth;
      half.width = (frame.width + 1) >> 1;
      half.height = (frame.height + 1) >> 1;
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        around.x = points[point * step];
        around.y = points[point * step + 1];
        around.distance = distance;
        colours.y[point] = meanAround(frame.y, frame.strideY, frame, around);
        around.x /= 2;
        around.y /= 2;
        around.distance /= 2;
        colours.u[point] = meanAround(frame.u, frame.strideU, half, around);
        colours.v[point] = meanAround(frame.v, frame.strideV, half, around);
      }
    },
    smooth(colours, smoothed, likeness, covered = nothing) {
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        weights[point] = isSkin[point] * (MIN_WEIGHT + 1 - covered[point]);
      }
      average(colours, smoothed);
      for (let round = 0; round < 2; round += 1) {
        for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
          const like = computeLikeness(colours, smoothed, point);
          const bare = MIN_WEIGHT + 1 - covered[point];
          likeness[point] = like * (1 - covered[point]);
          weights[point] = isSkin[point] * bare * (0.02 + like);
        }
        average(colours, smoothed);
      }
    },
  };
}

/** Empty cover. */
const nothing = new Float32Array(MESH_POINT_COUNT);

const half = { width: 0, height: 0 };
/** Sampling position in pixels of a plane. */
const around = { x: 0, y: 0, distance: 0 };

/** Returns 1 for a point similar to its surroundings, 0 for hair, glasses and background. */
function computeLikeness(colours: SkinColours, smoothed: SkinColours, point: number): number {
  const beside = smoothed.y[point];
  const brighter = colours.y[point] - beside;
  const luma = brighter / (brighter > 0 ? Math.max(DARKER, BRIGHTER * beside) : DARKER);
  const light = clamp(colours.y[point] / Math.max(1, beside), LIGHT[0], LIGHT[1]);
  const u = computeExcess(colours.u[point] - 128, smoothed.u[point] - 128, light) / OTHER_TINT;
  const v = computeExcess(colours.v[point] - 128, smoothed.v[point] - 128, light) / OTHER_TINT;
  return Math.exp(-0.5 * (luma * luma + u * u + v * v));
}

/** Returns how far a chroma is from that of skin, and from that of the same skin in another light. */
function computeExcess(chroma: number, ofSkin: number, light: number): number {
  const lit = light * ofSkin;
  const least = Math.min(ofSkin, lit);
  const most = Math.max(ofSkin, lit);
  return chroma < least ? chroma - least : chroma > most ? chroma - most : 0;
}

function meanAround(
  plane: Uint8Array,
  stride: number,
  { width, height }: { readonly width: number; readonly height: number },
  { x, y, distance }: Readonly<typeof around>,
): number {
  const right = width - 1;
  const farLeft = clamp((x - 2 * distance) | 0, 0, right);
  const left = clamp((x - distance) | 0, 0, right);
  const middle = clamp(x | 0, 0, right);
  const nearRight = clamp((x + distance) | 0, 0, right);
  const farRight = clamp((x + 2 * distance) | 0, 0, right);
  let sum = 0;
  for (let row = -2; row <= 2; row += 1) {
    const line = clamp((y + row * distance) | 0, 0, height - 1) * stride;
    sum +=
      plane[line + farLeft] +
      plane[line + left] +
      plane[line + middle] +
      plane[line + nearRight] +
      plane[line + farRight];
  }
  return sum / 25;
}

function findNeighbours(
  texture: Float32Array,
  isSkin: Uint8Array,
): {
  readonly starts: Uint32Array;
  readonly neighbours: Uint16Array;
  readonly fractions: Float32Array;
} {
  const starts = new Uint32Array(MESH_POINT_COUNT + 1);
  const neighbours: number[] = [];
  const fractions: number[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    for (let other = 0; other < MESH_POINT_COUNT; other += 1) {
      const distance = Math.sqrt(squareInTexture(texture, point, other));
      if (isSkin[other] === 1 && distance < FARTHEST) {
        neighbours.push(other);
        fractions.push(Math.exp(-0.5 * (distance / REACH) ** 2));
      }
    }
    starts[point + 1] = neighbours.length;
  }
  return {
    starts,
    neighbours: Uint16Array.from(neighbours),
    fractions: Float32Array.from(fractions),
  };
}
