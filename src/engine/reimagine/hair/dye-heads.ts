import type { ImageFace } from '../../head/head-view.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { areaAround } from '../analysis/face-masks.ts';
import { blurPlane } from '../raster/planes.ts';
import type { FloatPlane, Raster } from '../raster/raster.ts';
import { cropPlane } from '../raster/resize-raster.ts';
import type { StepColour } from '../../../instructions/step.ts';
import { planDye } from './dye-colour.ts';
import { dyeHair } from './dye-hair.ts';
import { findHair } from './find-hair.ts';

/** Weight of dyed hair: the minimum and what the full amount adds. */
const DYE = { min: 0.8, more: 0.2 };
/** Reach of lashes as a fraction of the width of a face. */
const LASHES = 0.03;

/**
 * Dyes the hair of all heads in `raster`, an image of the size of `image`, in which the hair is found; `eyes` is the mask
 * between the lids there, and `amount` is 0..1. Returns why nothing was dyed, else null.
 */
export function dyeHeads(
  raster: Raster,
  image: RgbaImage,
  {
    faces,
    eyes,
    models,
    colour,
    amount,
  }: {
    readonly faces: readonly ImageFace[];
    readonly eyes: FloatPlane;
    readonly models: Pick<HeadModels, 'personMatte'>;
    readonly colour: StepColour;
    readonly amount: number;
  },
): 'no_hair' | 'unsure_hair' | null {
  const found = findHair(image, faces, models);
  if (typeof found === 'string') {
    return found;
  }
  const lashes = addLashes(eyes, image, faces);
  for (const { view, hair, matte } of found) {
    dyeHair(raster, {
      original: image,
      toImage: view.toImage,
      matte,
      eyes: lashes,
      dye: planDye(view.colours, hair, colour),
      amount: DYE.min + DYE.more * amount,
    });
  }
  return null;
}

/** Returns the mask of eyes with their lashes, which are no hair of the head. */
function addLashes(
  eyes: FloatPlane,
  image: RgbaImage,
  faces: readonly Pick<ImageFace, 'landmarks' | 'box'>[],
): FloatPlane {
  const all = eyes.slice();
  for (const { landmarks, box } of faces) {
    const area = areaAround(FACE_OVAL, landmarks, { ...image, reach: 0 });
    if (area.width <= 0 || area.height <= 0) {
      continue;
    }
    const near = blurPlane(cropPlane(eyes, image.width, area), area.width, box.width * LASHES);
    for (let row = 0, from = 0; row < area.height; row += 1) {
      let index = (row + area.top) * image.width + area.left;
      for (let column = 0; column < area.width; column += 1, index += 1, from += 1) {
        all[index] = Math.max(all[index], smoothstep(0, 0.3, near[from]));
      }
    }
  }
  return all;
}
