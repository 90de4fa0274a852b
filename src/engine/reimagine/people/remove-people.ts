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

/** Longest side, in pixels, of the image in which the background is measured. */
const MEASURED_SIDE = 800;
/** Stands for infinite distances, which cannot be interpolated. */
const FAR = 1e6;

/**
 * Returns an image without the chosen people, given the fine matte of all. Throws `invalid_input` with the fault
 * `person_touched`, `person_uncut` or `ground_uneven` where that would not be clean.
 */
export function removePeople(
  image: RgbaImage,
  matte: FloatPlane,
  faces: ChosenFaces<Pick<ImageFace, 'box'>>,
): Raster {
  const factor = Math.max(1, Math.ceil(Math.max(image.width, image.height) / MEASURED_SIDE));
  const reduced = downscaleImage(image, factor);
  const scaleFaces = (list: ChosenFaces<Pick<ImageFace, 'box'>>['chosen']) =>
    list.map(({ box: { left, top, width, height } }) => ({
      box: {
        left: left / factor,
        top: top / factor,
        width: width / factor,
        height: height / factor,
      },
    }));
  const area = findPersonArea(scalePlane(matte, image.width, reduced), reduced.width, {
    chosen: scaleFaces(faces.chosen),
    others: scaleFaces(faces.others),
  });
  const measured = { ...reduced, colours: readColours(reduced) };
  const ground = findEvenGround(measured, area);
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
      image,
    );
  const raster = copyRaster(image);
  fillGround(raster, {
    image: { ...image, colours: readColours(image) },
    area: {
      distance: enlarge(area.distance),
      toOthers: enlarge(area.toOthers),
      faceHeight: area.faceHeight * factor,
    },
    ground: { ...ground, margin: ground.margin * factor },
  });
  return raster;
}
