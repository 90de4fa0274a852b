/** Takes people out of an image, where the background around them is even. */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { downscaleImage } from '../../head/downscale-image.ts';
import type { ImageFace } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { readColours } from '../raster/colour-plane.ts';
import { scalePlane } from '../raster/planes.ts';
import { copyRaster, type FloatPlane, type Raster } from '../raster/raster.ts';
import type { ChosenFaces } from './choose-people.ts';
import { findEvenGround } from './even-ground.ts';
import { fillGround } from './fill-ground.ts';
import { findPersonArea } from './person-area.ts';

/** Longest side of the image in which the background is measured, and smallest height of the face there, in pixels. */
const MEASURED_SIDE = 800;
const MEASURED_FACE = 60;
/** Stands for infinite distances, which cannot be interpolated. */
const FAR = 1e6;

type BoxedFace = Pick<ImageFace, 'box'>;

/**
 * Returns an image without the chosen people, one after the other, given the fine matte of all. Throws `invalid_input`
 * with the fault `person_touched`, `person_uncut` or `ground_uneven` where that would not be clean.
 */
export function removePeople(
  image: RgbaImage,
  matte: FloatPlane,
  { chosen, others }: ChosenFaces<BoxedFace>,
): Raster {
  const raster = copyRaster(image);
  const people = matte.slice();
  for (const [at, face] of chosen.entries()) {
    removePerson(raster, people, { face, others: [...others, ...chosen.slice(at + 1)] });
  }
  return raster;
}

/** Takes one person out of an image and of the matte of its people. */
function removePerson(
  raster: Raster,
  matte: FloatPlane,
  { face, others }: { readonly face: BoxedFace; readonly others: readonly BoxedFace[] },
): void {
  const longest = Math.max(raster.width, raster.height);
  const factor = Math.max(
    1,
    Math.min(Math.ceil(longest / MEASURED_SIDE), Math.floor(face.box.height / MEASURED_FACE)),
  );
  const reduced = downscaleImage(raster, factor);
  const reduce = ({ box: { left, top, width, height } }: BoxedFace): BoxedFace => ({
    box: { left: left / factor, top: top / factor, width: width / factor, height: height / factor },
  });
  const area = findPersonArea(scalePlane(matte, raster.width, reduced), reduced.width, {
    chosen: [reduce(face)],
    others: others.map(reduce),
  });
  // What can be seen through has no colour that could be continued.
  const ground = isOpaque(reduced)
    ? findEvenGround({ ...reduced, colours: readColours(reduced) }, area)
    : null;
  if (ground === null) {
    throw new AppError(
      'invalid_input',
      'The background around the person to take out is not even enough to be continued, so nothing was changed. The face can be covered (“pixelate the face on the left”), or the picture cropped.',
      { details: faultDetails('ground_uneven') },
    );
  }
  const enlarge = (plane: FloatPlane): FloatPlane =>
    scalePlane(
      plane.map((value) => Math.min(FAR, value * factor)),
      reduced.width,
      raster,
    );
  const distance = enlarge(area.distance);
  const margin = ground.margin * factor;
  fillGround(raster, {
    image: { width: raster.width, height: raster.height, colours: readColours(raster) },
    area: { distance, toOthers: enlarge(area.toOthers), faceHeight: area.faceHeight * factor },
    ground: { ...ground, margin },
  });
  for (let index = 0; index < matte.length; index += 1) {
    if (distance[index] <= margin) {
      matte[index] = 0;
    }
  }
}

function isOpaque({ pixels }: RgbaImage): boolean {
  for (let at = 3; at < pixels.length; at += 4) {
    if (pixels[at] < 255) {
      return false;
    }
  }
  return true;
}
