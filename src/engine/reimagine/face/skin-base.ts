import type { ImageFace } from '../../head/head-view.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import { areaAround } from '../analysis/face-masks.ts';
import { blurPlane, scalePlane } from '../raster/planes.ts';
import { type FloatPlane, MIN_WEIGHT, type Raster, readChannels } from '../raster/raster.ts';
import { cropPlane, type ImageCrop, resizeRaster } from '../raster/resize-raster.ts';

/** Width of a face, in pixels, at which its base is computed: pores are smaller than a pixel there. */
const BASE_WIDTH = 160;

/** What is read around the outline of a face, in widths of the face: the mask of skin fades there. */
const MARGIN = 0.04;

/** The colours of a face without its pores, at a reduced size. */
export interface SkinBase {
  readonly width: number;
  readonly height: number;
  /** Width of the face in pixels of the base. */
  readonly faceWidth: number;
  /** Red, green and blue, 0..255. */
  readonly colours: readonly [FloatPlane, FloatPlane, FloatPlane];
  /** Mask of skin, 0..1. */
  readonly skin: FloatPlane;
}

/** Which skin is retouched, and how much. */
export interface SkinRetouch {
  readonly faces: readonly Pick<ImageFace, 'landmarks' | 'box'>[];
  /** Mask of the skin that is changed; the rest is only measured. */
  readonly within: Float32Array;
  /** 0..1. */
  readonly amount: number;
}

/**
 * Shifts the base of the skin of each face by what `findShift` returns for red, green and blue; pores, hairs and noise
 * are finer than the base and stay as they are.
 */
export function shiftSkin(
  raster: Raster,
  skin: Float32Array,
  {
    faces,
    within,
    findShift,
  }: Pick<SkinRetouch, 'faces' | 'within'> & {
    readonly findShift: (base: SkinBase) => readonly FloatPlane[];
  },
): void {
  for (const face of faces) {
    const area = areaAround(FACE_OVAL, face.landmarks, {
      ...raster,
      reach: Math.ceil(face.box.width * MARGIN),
    });
    if (area.width > 0 && area.height > 0) {
      const base = reduceSkin(raster, skin, { area, faceWidth: face.box.width });
      addShift(raster, within, { area, base, shift: findShift(base) });
    }
  }
}

function reduceSkin(
  raster: Raster,
  skin: Float32Array,
  { area, faceWidth }: { readonly area: ImageCrop; readonly faceWidth: number },
): SkinBase {
  const scale = Math.min(1, BASE_WIDTH / faceWidth);
  const size = {
    width: Math.max(1, Math.round(area.width * scale)),
    height: Math.max(1, Math.round(area.height * scale)),
  };
  const reduced = resizeRaster(raster, size, area);
  const [red, green, blue] = readChannels(reduced).map((plane) => blurPlane(plane, size.width, 1));
  return {
    ...size,
    faceWidth: faceWidth * scale,
    colours: [red, green, blue],
    skin: scalePlane(cropPlane(skin, raster.width, area), area.width, size),
  };
}

function addShift(
  { width, pixels }: Raster,
  mask: Float32Array,
  {
    area,
    base,
    shift,
  }: { readonly area: ImageCrop; readonly base: SkinBase; readonly shift: readonly FloatPlane[] },
): void {
  for (const [channel, plane] of shift.entries()) {
    const whole = scalePlane(plane, base.width, area);
    for (let row = 0, from = 0; row < area.height; row += 1) {
      let index = (row + area.top) * width + area.left;
      for (let column = 0; column < area.width; column += 1, index += 1, from += 1) {
        if (mask[index] > MIN_WEIGHT) {
          pixels[index * 4 + channel] += whole[from] * mask[index];
        }
      }
    }
  }
}

/** Returns the mean of a plane around each pixel, weighted; `whenNone` where nothing has a weight. */
export function averageAround(
  plane: Float32Array,
  weights: Float32Array,
  {
    width,
    radius,
    whenNone,
  }: { readonly width: number; readonly radius: number; readonly whenNone: number },
): FloatPlane {
  const sums = blurPlane(
    plane.map((value, index) => value * weights[index]),
    width,
    radius,
  );
  const totals = blurPlane(weights, width, radius);
  for (let index = 0; index < sums.length; index += 1) {
    sums[index] = (sums[index] + FAINT * whenNone) / (totals[index] + FAINT);
  }
  return sums;
}

/** Weight of the value that counts where nothing else does. */
const FAINT = 0.01;

/** Returns the median of the values whose weight is more than a half; 1 where there are none. */
export function computeMaskedMedian(plane: Float32Array, weights: Float32Array): number {
  const values = plane.filter((_value, index) => weights[index] > 0.5).toSorted();
  return Math.max(1e-3, values[values.length >> 1] ?? 1);
}
