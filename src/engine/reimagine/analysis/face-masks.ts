import type { ImageFace } from '../../head/head-view.ts';
import { fillPolygon } from '../../pixels/fill-polygon.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_INNER,
  LIPS_OUTER,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';
import type { ImageCrop } from '../raster/resize-raster.ts';
import type { FaceZone } from '../../../instructions/step.ts';

/** A part of faces that the mesh outlines. */
export type FaceMaskPart =
  | 'brows'
  | 'eyes'
  | 'face'
  | 'iris'
  | 'lips'
  | 'skin'
  | 'teeth'
  | FaceZone;

/** Feather radii of outlines as fractions of the width of a face. */
const FEATHERS = {
  zone: 0.03,
  face: 0.014,
  eyes: 0.003,
  brows: 0.006,
  lips: 0.006,
  mouth: 0.003,
  lids: 0.009,
};

/** Outlines of the zones of skin. */
const ZONES: Readonly<Record<FaceZone, readonly (readonly number[])[]>> = {
  forehead: [
    [
      21, 54, 103, 67, 109, 10, 338, 297, 332, 284, 251, 300, 293, 334, 296, 336, 9, 107, 66, 105,
      63, 70,
    ],
  ],
  nose: [[168, 122, 174, 198, 49, 129, 98, 97, 2, 326, 327, 358, 279, 420, 399, 351]],
  cheeks: [
    [116, 117, 118, 119, 100, 126, 203, 206, 207, 187, 147, 123],
    [345, 346, 347, 348, 329, 355, 423, 426, 427, 411, 376, 352],
  ],
  chin: [[136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 291, 405, 314, 17, 84, 181, 61]],
};

/** Computes the mask of a part of the face, 0..1. */
export function maskFacePart(
  image: RgbaImage,
  faces: readonly ImageFace[],
  part: FaceMaskPart,
): FloatPlane {
  const outline = (outlines: readonly (readonly number[])[], feather: number): FloatPlane =>
    fillOutlines(image, faces, { outlines, feather });
  const mouth = (): FloatPlane => outline([LIPS_INNER], FEATHERS.mouth);
  const mask = (other: FaceMaskPart): FloatPlane => maskFacePart(image, faces, other);
  switch (part) {
    case 'face':
      return outline([FACE_OVAL], FEATHERS.face);
    case 'eyes':
      return outline([LEFT_EYE, RIGHT_EYE], FEATHERS.eyes);
    case 'brows':
      return outline([LEFT_BROW, RIGHT_BROW], FEATHERS.brows);
    case 'lips':
      return without(outline([LIPS_OUTER], FEATHERS.lips), [mouth()]);
    case 'teeth':
      return selectTeeth(image, mouth());
    case 'iris':
      return maskIrises(image, faces, mask('eyes'));
    case 'skin':
      return without(mask('face'), [
        outline([LIPS_OUTER], FEATHERS.lips),
        outline([LEFT_EYE, RIGHT_EYE], FEATHERS.lids),
        mask('brows'),
      ]);
    case 'forehead':
    case 'nose':
    case 'cheeks':
    case 'chin':
      return within(outline(ZONES[part], FEATHERS.zone), mask('skin'));
    default:
      return part satisfies never;
  }
}

function within(mask: FloatPlane, other: FloatPlane): FloatPlane {
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] *= other[index];
  }
  return mask;
}

function without(mask: FloatPlane, others: readonly FloatPlane[]): FloatPlane {
  for (const other of others) {
    for (let index = 0; index < mask.length; index += 1) {
      mask[index] *= 1 - other[index];
    }
  }
  return mask;
}

function fillOutlines(
  { width, height }: RgbaImage,
  faces: readonly ImageFace[],
  {
    outlines,
    feather,
  }: { readonly outlines: readonly (readonly number[])[]; readonly feather: number },
): FloatPlane {
  const whole = new Float32Array(width * height);
  for (const { landmarks, box } of faces) {
    // Each face has a feather of its own size, and nothing beyond its reach is touched.
    const radius = box.width * feather;
    const reach = 2 * Math.round(radius) + 1;
    const area = areaAround(outlines.flat(), landmarks, { width, height, reach });
    const plane = new Float32Array(area.width * area.height);
    if (plane.length === 0) {
      continue;
    }
    for (const outline of outlines) {
      const polygon = outline.map(
        (point) => [landmarks[point * 3] - area.left, landmarks[point * 3 + 1] - area.top] as const,
      );
      fillPolygon(plane, area.width, polygon, 1);
    }
    const soft = blurPlane(plane, area.width, radius);
    for (let row = 0, index = 0; row < area.height; row += 1) {
      let at = (row + area.top) * width + area.left;
      for (let column = 0; column < area.width; column += 1, index += 1, at += 1) {
        whole[at] = Math.max(whole[at], soft[index]);
      }
    }
  }
  return whole;
}

/** Returns the part of an image that contains points of the mesh and `reach` pixels around them; it may be empty. */
export function areaAround(
  points: readonly number[],
  landmarks: Float32Array,
  {
    width,
    height,
    reach,
  }: { readonly width: number; readonly height: number; readonly reach: number },
): ImageCrop {
  const xs = points.map((point) => landmarks[point * 3]);
  const ys = points.map((point) => landmarks[point * 3 + 1]);
  const left = Math.max(0, Math.floor(Math.min(...xs)) - reach);
  const top = Math.max(0, Math.floor(Math.min(...ys)) - reach);
  const right = Math.min(width, Math.ceil(Math.max(...xs)) + reach);
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)) + reach);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/**
 * Restricts the mouth to teeth, which are light and have little colour; gums and tongue are red, the inside of the
 * mouth is dark.
 */
function selectTeeth({ pixels }: RgbaImage, mouth: FloatPlane): FloatPlane {
  for (let index = 0, at = 0; index < mouth.length; index += 1, at += 4) {
    if (mouth[index] > 0) {
      const red = pixels[at];
      const green = pixels[at + 1];
      const blue = pixels[at + 2];
      const redness = (red - (green + blue) / 2) / Math.max(1, red);
      mouth[index] *=
        smoothstep(60, 120, (red + green + blue) / 3) * (1 - smoothstep(0.22, 0.42, redness));
    }
  }
  return mouth;
}

const IRIS_VALUES = 15;

/** Masks the rings between pupil and white, within the lids. */
function maskIrises(
  { width, height }: RgbaImage,
  faces: readonly ImageFace[],
  eyes: FloatPlane,
): FloatPlane {
  const mask = new Float32Array(width * height);
  for (const { iris } of faces) {
    for (const eye of [0, IRIS_VALUES]) {
      const x = iris[eye];
      const y = iris[eye + 1];
      let radius = 0;
      for (let point = 1; point < 5; point += 1) {
        radius += Math.hypot(iris[eye + point * 3] - x, iris[eye + point * 3 + 1] - y) / 4;
      }
      const last = Math.min(height, Math.ceil(y + radius + 2));
      const end = Math.min(width, Math.ceil(x + radius + 2));
      for (let row = Math.max(0, Math.floor(y - radius - 2)); row < last; row += 1) {
        for (let column = Math.max(0, Math.floor(x - radius - 2)); column < end; column += 1) {
          const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y) / radius;
          const ring = (1 - smoothstep(0.9, 1.08, distance)) * smoothstep(0.3, 0.45, distance);
          const index = row * width + column;
          mask[index] = Math.max(mask[index], ring * eyes[index]);
        }
      }
    }
  }
  return mask;
}
