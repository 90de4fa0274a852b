/**
 * Content of an image: its people, their faces and the parts that steps name. Masks are of the original image and stay
 * the same through all steps, because masks of changed pixels would drift.
 */
import { listHeads } from '../../head/find-heads.ts';
import type { ImageFace } from '../../head/head-view.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Matte } from '../../track/person-matte.ts';
import { smoothstep } from '../../vision/math.ts';
import { scalePlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';
import { maskFacePart, type FaceMaskPart } from './face-masks.ts';
import { segmentClothes, segmentHair } from './hair-mask.ts';
import { createMatteRefiner, type MatteRefiner } from './refine-matte.ts';
import { segmentPeople } from './segment-people.ts';

/**
 * Fraction of the longer side from which a face is large. Beside a large face, faces too small for the first detection
 * are not searched for, which would take four times as long. Anonymisation always searches for all faces.
 */
const LARGE_FACE = 0.2;
/** For the matte of people, any face is large: the search for others takes 300 instead of 90 ms, for the same matte. */
const ANY_FACE = 0;

/** A part of people, or the background. */
export type ContentPart = FaceMaskPart | 'person' | 'background' | 'hair' | 'clothes';

/** Analysed content of an image. */
export interface ImageContent {
  readonly image: RgbaImage;
  /** The main one first. */
  readonly faces: readonly ImageFace[];
  /** Returns the mask of a part, 0..1; computed at the first request. */
  mask(part: ContentPart): FloatPlane;
  /** Returns the people without the edges of the image, which takes half the time of their mask. */
  findRoughPeople(): Matte;
  /** Returns the same people for an image whose faces were warped. */
  withFaces(image: RgbaImage, faces: readonly ImageFace[]): ImageContent;
}

/**
 * Analyses an image; detects faces and segments people only on request. `given` is a finer matte of its people where
 * one is available.
 */
export function analyzeImage(
  image: RgbaImage,
  models: HeadModels,
  given: Matte | null = null,
): ImageContent {
  let faces: readonly ImageFace[] | null = null;
  const findFaces = (): readonly ImageFace[] =>
    (faces ??= listHeads(image, models, { largeFace: LARGE_FACE }));
  let large: readonly ImageFace[] | null = null;
  const findLargeFaces = (): readonly ImageFace[] =>
    faces ?? (large ??= listHeads(image, models, { largeFace: ANY_FACE }));
  const refine = createMatteRefiner(image, () => maskFacePart(image, findLargeFaces(), 'face'));
  let rough = given;
  const findRoughPeople = (): Matte =>
    (rough ??= segmentPeople(image, models.personMatte, findLargeFaces));
  return createContent(image, models, {
    refine,
    findFaces,
    findPeople: () =>
      given === null ? refine(findRoughPeople()) : scalePlane(given.values, given.width, image),
    findRoughPeople,
  });
}

/** Creates the content of an image from faces and people that were detected elsewhere. */
export function createContent(
  image: RgbaImage,
  models: Pick<HeadModels, 'personMatte'>,
  {
    findFaces,
    findPeople,
    findRoughPeople,
    refine = createMatteRefiner(image),
  }: {
    readonly findFaces: () => readonly ImageFace[];
    readonly findPeople: () => FloatPlane;
    /** By default the people themselves. */
    readonly findRoughPeople?: () => Matte;
    readonly refine?: MatteRefiner;
  },
): ImageContent {
  const masks = new Map<ContentPart, FloatPlane>();
  const content: ImageContent & { readonly refine: MatteRefiner } = {
    image,
    refine,
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
    findRoughPeople:
      findRoughPeople ??
      (() => ({ width: image.width, height: image.height, values: content.mask('person') })),
    withFaces: (bent, faces) =>
      createContent(bent, models, {
        findFaces: () => faces,
        findPeople: () => content.mask('person'),
        findRoughPeople: () => content.findRoughPeople(),
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
      case 'forehead':
      case 'nose':
      case 'cheeks':
      case 'chin':
        return maskFacePart(image, content.faces, part);
      default:
        return part satisfies never;
    }
  }
  return content;
}

/** Returns whether a person matte covers more than a trace of the image. */
export function hasPeople(person: Float32Array): boolean {
  let sum = 0;
  for (let index = 0; index < person.length; index += 7) {
    sum += smoothstep(0.5, 0.9, person[index]);
  }
  return (sum * 7) / person.length > MIN_PEOPLE;
}

const MIN_PEOPLE = 0.004;
