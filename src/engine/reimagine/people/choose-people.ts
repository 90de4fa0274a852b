/** Turns the faces of an image into the people that a step chooses, or refuses where the choice is not certain. */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { PersonChoice } from '../../../instructions/person-choice.ts';
import type { ImageFace } from '../../head/head-view.ts';

type BoxedFace = Pick<ImageFace, 'box'>;

/** Faces of an image by a choice. */
export interface ChosenFaces<Face> {
  readonly chosen: readonly Face[];
  readonly others: readonly Face[];
}

/** Distance of neighbouring faces, in widths of the smaller one, from which their order is certain. */
const APART = 0.35;
/** Size relative to the next smaller face from which a face is clearly the largest. */
const LARGEST = 1.35;
/** Sizes relative to the largest face: below the first it is clearly behind, from the second one clearly in front. */
const BEHIND = 0.5;
const IN_FRONT = 0.62;

/**
 * Chooses among the faces of an image of `width` pixels. Throws `invalid_input` with the fault `person_missing` when there
 * is no such person, and with `person_unclear` when it may be more than one.
 */
export function choosePeople<Face extends BoxedFace>(
  faces: readonly Face[],
  choice: PersonChoice,
  width: number,
): ChosenFaces<Face> {
  const found = findPlaced(faces, choice, width);
  const chosen = faces.filter((face) => found.includes(face) !== choice.isInverted);
  if (chosen.length === 0) {
    throw refuseMissing(faces.length);
  }
  return { chosen, others: faces.filter((face) => !chosen.includes(face)) };
}

function findPlaced<Face extends BoxedFace>(
  faces: readonly Face[],
  { place, number, isSeveral }: PersonChoice,
  width: number,
): readonly Face[] {
  if (place === 'front') {
    return [findLargest(faces)];
  }
  if (place === 'back') {
    return findBehind(faces, isSeveral);
  }
  // Somebody small in the distance may or may not be counted: both have to give the same person.
  const largest = Math.max(...faces.map(sizeOf));
  const near = faces.filter((face) => sizeOf(face) > BEHIND * largest);
  const all = findAt(faces, { place, number }, width);
  const [only] = near;
  // One large face elsewhere is nobody who could be meant instead.
  const isElsewhere = near.length === 1 && only !== undefined && !isAtPlace(only, place, width);
  const front = isElsewhere ? all : findAt(near, { place, number }, width);
  if (all !== front) {
    throw refuseUnclear(faces.length);
  }
  if (all === undefined) {
    throw refuseMissing(faces.length);
  }
  return [all];
}

/** Finds a face by its position; undefined where there is none. */
function findAt<Face extends BoxedFace>(
  faces: readonly Face[],
  { place, number }: Pick<PersonChoice, 'place' | 'number'>,
  width: number,
): Face | undefined {
  const ordered = faces.toSorted((a, b) => centreOf(a) - centreOf(b));
  if (place === 'middle' && ordered.length % 2 === 0) {
    throw refuseUnclear(faces.length);
  }
  const at =
    place === 'middle'
      ? (ordered.length - 1) / 2
      : place === 'left'
        ? number - 1
        : ordered.length - number;
  const face = ordered[at];
  if (face === undefined) {
    return undefined;
  }
  const isAlone = ordered.length === 1;
  // Somebody else may stand on that side, whose face was not found.
  const isThere = isAtPlace(face, place, width);
  const neighbours = [ordered[at - 1], ordered[at + 1]].filter((one) => one !== undefined);
  if ((isAlone && !isThere) || neighbours.some((one) => !areApart(one, face))) {
    throw refuseUnclear(faces.length);
  }
  return face;
}

/** Returns whether a face is in the half of the image, or in the middle, where a place is. */
function isAtPlace(face: BoxedFace, place: PersonChoice['place'], width: number): boolean {
  const across = centreOf(face) / width;
  return place === 'left'
    ? across < 0.5
    : place === 'right'
      ? across > 0.5
      : Math.abs(across - 0.5) < 0.2;
}

function areApart(first: BoxedFace, second: BoxedFace): boolean {
  const distance = Math.abs(centreOf(first) - centreOf(second));
  return distance >= APART * Math.min(first.box.width, second.box.width);
}

function findLargest<Face extends BoxedFace>(faces: readonly Face[]): Face {
  const [first, second] = faces.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (first === undefined) {
    throw refuseMissing(0);
  }
  if (second !== undefined && sizeOf(first) < LARGEST * sizeOf(second)) {
    throw refuseUnclear(faces.length);
  }
  return first;
}

function findBehind<Face extends BoxedFace>(
  faces: readonly Face[],
  isSeveral: boolean,
): readonly Face[] {
  const largest = Math.max(...faces.map(sizeOf));
  const behind = faces.filter((face) => sizeOf(face) < BEHIND * largest);
  const isBetween = faces.some(
    (face) => sizeOf(face) >= BEHIND * largest && sizeOf(face) < IN_FRONT * largest,
  );
  if (isBetween || (!isSeveral && behind.length > 1)) {
    throw refuseUnclear(faces.length);
  }
  if (behind.length === 0) {
    throw refuseMissing(faces.length);
  }
  return behind;
}

function centreOf({ box }: BoxedFace): number {
  return box.left + box.width / 2;
}

function sizeOf({ box }: BoxedFace): number {
  return Math.sqrt(box.width * box.height);
}

function refuseMissing(count: number): AppError {
  return new AppError(
    'invalid_input',
    `The chosen person is not among the faces that were found (${count}), so nothing was changed. Say where the person is: “pixelate the face on the left”.`,
    { details: faultDetails('person_missing', { count }) },
  );
}

/** The error where it may be more than one of `count` faces who is meant. */
export function refuseUnclear(count: number): AppError {
  return new AppError(
    'invalid_input',
    `It is not certain who is meant among the faces that were found (${count}), so nothing was changed. Count from a side: “pixelate the second face from the left”.`,
    { details: faultDetails('person_unclear', { count }) },
  );
}
