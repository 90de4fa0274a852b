/**
 * What a picture shows: its people, their faces and the parts of them that steps name. Masks are of the original and stay
 * the same through all steps: looked for again in changed pixels they would drift.
 */
import { listHeads } from '../../head/find-heads.ts';
import type { ImageFace } from '../../head/head-view.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { createPersonMatte, type Matte } from '../../track/person-matte.ts';
import { smoothstep } from '../../vision/math.ts';
import { scalePlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';
import { maskFacePart, type FaceMaskPart } from './face-masks.ts';
import { segmentClothes, segmentHair } from './hair-mask.ts';
import { refineMatte } from './refine-matte.ts';

/**
 * Beside a face of this fraction of the picture's longer side, faces that are too small to be seen at once are not looked for: that would
 * take four times as long. Who is to be made unrecognisable is looked for everywhere.
 */
const LARGE_FACE = 0.2;

/** A part of people, or what is not people. */
export type ContentPart = FaceMaskPart | 'person' | 'background' | 'hair' | 'clothes';

/** What is known of a picture. */
export interface PictureContent {
  readonly image: RgbaImage;
  /** The main one first. */
  readonly faces: readonly ImageFace[];
  /** How much of every pixel is a part, 0..1; worked out when it is asked for first. */
  mask(part: ContentPart): FloatPlane;
  /** The same people in a picture whose faces were bent. */
  withFaces(image: RgbaImage, faces: readonly ImageFace[]): PictureContent;
}

/**
 * Finds what a picture shows; faces and people only when something asks for them. `given` is a fine matte of its people where
 * somebody has found them.
 */
export function analyzePicture(
  image: RgbaImage,
  models: HeadModels,
  given: Matte | null = null,
): PictureContent {
  let faces: readonly ImageFace[] | null = null;
  return createContent(image, models, {
    findFaces: () => (faces ??= listHeads(image, models, { largeFace: LARGE_FACE })),
    findPeople: () => {
      if (given !== null) {
        return scalePlane(given.values, given.width, image);
      }
      const matte = createPersonMatte(models.personMatte).matte(toI420(image));
      return refineMatte(image, matte);
    },
  });
}

/** The content of a picture whose faces and people somebody else found. */
export function createContent(
  image: RgbaImage,
  models: Pick<HeadModels, 'personMatte'>,
  {
    findFaces,
    findPeople,
  }: {
    readonly findFaces: () => readonly ImageFace[];
    readonly findPeople: () => FloatPlane;
  },
): PictureContent {
  const masks = new Map<ContentPart, FloatPlane>();
  const content: PictureContent = {
    image,
    get faces() {
      return findFaces();
    },
    mask(part) {
      let found = masks.get(part);
      if (found === undefined) {
        found = make(part);
        masks.set(part, found);
      }
      return found;
    },
    withFaces: (bent, faces) =>
      createContent(bent, models, {
        findFaces: () => faces,
        findPeople: () => content.mask('person'),
      }),
  };
  function make(part: ContentPart): FloatPlane {
    switch (part) {
      case 'person':
        return findPeople();
      case 'background':
        return content.mask('person').map((value) => 1 - value);
      case 'hair':
        return segmentHair(content, models);
      case 'clothes':
        return segmentClothes(content, models);
      case 'brows':
      case 'eyes':
      case 'face':
      case 'iris':
      case 'lips':
      case 'skin':
      case 'teeth':
        return maskFacePart(image, content.faces, part);
      default:
        return part satisfies never;
    }
  }
  return content;
}

/** Whether people are more than a trace of a picture. */
export function hasPeople(person: Float32Array): boolean {
  let sum = 0;
  for (let index = 0; index < person.length; index += 7) {
    sum += smoothstep(0.5, 0.9, person[index]);
  }
  return (sum * 7) / person.length > LEAST_PEOPLE;
}

const LEAST_PEOPLE = 0.004;
