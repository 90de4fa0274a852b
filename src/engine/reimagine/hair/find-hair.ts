import { createHeadView, type HeadView, type ImageFace } from '../../head/head-view.ts';
import { findPerson } from '../../head/person-view.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { cutHair } from './cut-hair.ts';
import { type StrandMatte, measureStrands } from './strand-matte.ts';
import { measureHairZones, addLooseHair } from './hair-zones.ts';
import { isCertainHair } from './judge-hair.ts';
import { measureHair } from './measure-hair.ts';

/** Hair of one head. */
export interface FoundHair {
  readonly view: HeadView;
  /** 1 for hair, per pixel of the view. */
  readonly hair: Uint8Array;
  readonly matte: StrandMatte;
}

/** Fraction of a crown below which hair is missing rather than uncertain. */
const NO_HAIR = 0.3;

/**
 * Finds the hair of all faces of an image. Returns why nothing was found where it is missing, or not certain for one of
 * them. Takes 0.3 s for each face.
 */
export function findHair(
  image: RgbaImage,
  faces: readonly ImageFace[],
  { personMatte }: Pick<HeadModels, 'personMatte'>,
): readonly FoundHair[] | 'no_hair' | 'unsure_hair' {
  const found: FoundHair[] = [];
  for (const face of faces) {
    const others = faces.filter((other) => other !== face);
    const view = createHeadView(image, face, others);
    const person = findPerson(view, personMatte);
    const searched = { view, zones: measureHairZones(view, person), person: addLooseHair(person) };
    const cut = cutHair(searched);
    const measures = measureHair(searched, cut);
    if (!isCertainHair(measures)) {
      return measures.covered < NO_HAIR ? 'no_hair' : 'unsure_hair';
    }
    found.push({ view, hair: cut.hair, matte: measureStrands(view, cut.hair) });
  }
  return found;
}
