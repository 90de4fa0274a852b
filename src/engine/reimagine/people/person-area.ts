/** Finds the area of chosen people in the matte of all people, and where the others are. */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { ImageFace } from '../../head/head-view.ts';
import { distanceTo, selectConnected, threshold } from '../../vision/regions.ts';
import type { FloatPlane } from '../raster/raster.ts';
import type { ChosenFaces } from './choose-people.ts';

/** Mattes of more are people, and of more at the edge of somebody are hair and soft edges. */
const BODY = 0.3;
const TRACE = 0.04;
/** Distances in heights of a face: of loose parts, such as a hand, from their body, and of people who do not touch. */
const LOOSE = 0.6;
const APART = 0.2;
/** Largest width of one person, in heights of the face: two bodies are wider. */
const WIDEST = 7;

/** Area of chosen people, in the pixels of their matte. */
export interface PersonArea {
  /** Distance of every pixel from the chosen people, in pixels. */
  readonly distance: FloatPlane;
  /** Distance of every pixel from everybody else; infinite where there is nobody else. */
  readonly toOthers: FloatPlane;
  /** Median height of the chosen faces, in pixels. */
  readonly faceHeight: number;
}

/**
 * Finds the chosen people in a matte of `width` columns; `faces` are in its pixels. Throws `invalid_input` with the fault
 * `person_touched` where they are not alone, and with `person_uncut` where they are not in the matte.
 */
export function findPersonArea(
  matte: FloatPlane,
  width: number,
  { chosen, others }: ChosenFaces<Pick<ImageFace, 'box'>>,
): PersonArea {
  const heights = chosen.map(({ box }) => box.height).toSorted((a, b) => a - b);
  const faceHeight = heights[heights.length >> 1];
  const bodies = threshold(matte, BODY);
  const own = selectConnected(bodies, width, createFaceTest(chosen, width));
  const isOther = createFaceTest(others, width);
  const rest = selectConnected(bodies, width, (index) => isOther(index));
  refuseUncut(own, width, chosen);
  const near = distanceTo(own, width);
  for (let index = 0; index < bodies.length; index += 1) {
    if (own[index] === 1 && rest[index] === 1) {
      throw refuseTouched();
    }
    const isLoose = bodies[index] === 1 && rest[index] === 0;
    if (isLoose && near[index] > LOOSE * faceHeight) {
      rest[index] = 1;
    }
  }
  const toOthers = distanceTo(rest, width);
  for (let index = 0; index < own.length; index += 1) {
    if (
      matte[index] > TRACE &&
      rest[index] === 0 &&
      near[index] <= LOOSE * faceHeight &&
      near[index] < toOthers[index]
    ) {
      own[index] = 1;
    }
    if (own[index] === 1 && toOthers[index] < APART * faceHeight) {
      throw refuseTouched();
    }
  }
  return { distance: distanceTo(own, width), toOthers, faceHeight };
}

/** Returns a test for pixels in the middle of faces. */
function createFaceTest(
  faces: readonly Pick<ImageFace, 'box'>[],
  width: number,
): (index: number) => boolean {
  return (index) => {
    const [x, y] = [index % width, Math.trunc(index / width)];
    return faces.some(
      ({ box }) =>
        Math.abs(x - box.left - box.width / 2) <= box.width / 4 &&
        Math.abs(y - box.top - box.height / 2) <= box.height / 4,
    );
  };
}

function refuseUncut(
  own: Uint8Array,
  width: number,
  chosen: readonly Pick<ImageFace, 'box'>[],
): void {
  for (const { box } of chosen) {
    const middle =
      Math.round(box.top + box.height / 2) * width + Math.round(box.left + box.width / 2);
    if (own[middle] !== 1) {
      throw new AppError(
        'invalid_input',
        'The person to take out does not stand out clearly enough. The face can be covered: “pixelate the face on the left”.',
        { details: faultDetails('person_uncut') },
      );
    }
  }
  refuseWide(own, width, chosen);
}

/** Refuses an area that is too wide for the chosen people: somebody whose face was not found stands beside them. */
function refuseWide(
  own: Uint8Array,
  width: number,
  chosen: readonly Pick<ImageFace, 'box'>[],
): void {
  const spans = chosen.map(({ box }) => {
    const [middle, reach] = [box.left + box.width / 2, (WIDEST / 2) * box.height];
    return { from: middle - reach, to: middle + reach };
  });
  for (let index = 0; index < own.length; index += 1) {
    const column = index % width;
    if (own[index] === 1 && !spans.some(({ from, to }) => column >= from && column <= to)) {
      throw refuseTouched();
    }
  }
}

/** The error where somebody cannot be taken out because others are too near. */
function refuseTouched(): AppError {
  return new AppError(
    'invalid_input',
    'The person to take out touches or overlaps somebody else, so that nothing was changed. The face can be covered (“pixelate the face on the left”), or the picture cropped.',
    { details: faultDetails('person_touched') },
  );
}
