/**
 * Segments clothes as GrabCut does: their colours are learned where they are sure, below the chin, and compared with
 * those of the face's skin and the hair. Nothing is found where they cannot be distinguished, which is better than
 * coloured arms or hair.
 */
import type { ImageFace } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { collectColours, measureEdgeCosts, toCutCost } from '../../vision/cut-costs.ts';
import {
  fitGaussianMixture,
  type GaussianMixture,
  thinOutColours,
} from '../../vision/gaussian-mixture.ts';
import { clamp } from '../../vision/math.ts';
import { cutGrid } from '../../vision/min-cut.ts';
import { selectConnected } from '../../vision/regions.ts';
import { scalePlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';
import { cropPlane, type ImageCrop, resizeRaster } from '../raster/resize-raster.ts';

/** Side in pixels of the square in which the cut runs. */
const SIZE = 192;
/** Extent of clothes around the middle of a face, in heights of the face. */
const REACH = { up: 0.2, down: 5, aside: 3.2 } as const;
const MAX_NATS = 6;
const SURE = 1e6;
/** Cost of a cut between equal pixels, and between the most different ones. */
const EQUAL = 70;
const MIN = 1;
/** Minimum fraction of the square that is surely clothes. */
const MIN_SEEDS = 0.012;
const ROUNDS = 2;
const CHIN = 152;

/** Masks that separate clothes from the rest; planes of the image's size, 0..1. */
export interface ClothesHints {
  readonly person: FloatPlane;
  readonly skin: FloatPlane;
  readonly hair: FloatPlane;
  /** Heads with their necks. */
  readonly bare: FloatPlane;
}

/**
 * Segments the clothes of a face's owner (0 or 1 in a square over `crop`). Returns null where the seeds are too few.
 */
export function cutClothes(
  image: RgbaImage,
  face: ImageFace,
  hints: ClothesHints,
): { readonly values: FloatPlane; readonly crop: ImageCrop } | null {
  const crop = cropBelowHead(image, face);
  const square = { width: SIZE, height: SIZE };
  const { pixels } = resizeRaster(image, square, crop);
  const colours = new Float32Array(SIZE * SIZE * 3);
  for (let at = 0, from = 0; at < colours.length; at += 3, from += 4) {
    colours[at] = pixels[from];
    colours[at + 1] = pixels[from + 1];
    colours[at + 2] = pixels[from + 2];
  }
  const cut = (plane: FloatPlane): FloatPlane =>
    scalePlane(cropPlane(plane, image.width, crop), crop.width, square);
  const person = cut(hints.person);
  const [skin, hair, bare] = [cut(hints.skin), cut(hints.hair), cut(hints.bare)];
  const fit = (isMember: (index: number) => boolean): GaussianMixture =>
    fitGaussianMixture(thinOutColours(collectColours(colours, isMember)));
  const densityIn = (mixture: GaussianMixture, index: number): number =>
    mixture.densityOf(colours[index * 3], colours[index * 3 + 1], colours[index * 3 + 2]);
  const ofSkin = fit((index) => skin[index] > 0.8);
  const ofHair = fit((index) => hair[index] > 0.8);
  const asSkin = new Float64Array(person.length);
  const asHair = new Float64Array(person.length);
  for (let index = 0; index < person.length; index += 1) {
    if (person[index] >= MIN_PERSON && bare[index] <= MAX_BARE) {
      asSkin[index] = densityIn(ofSkin, index);
      asHair[index] = densityIn(ofHair, index);
    }
  }
  const chin = ((face.landmarks[CHIN * 3 + 1] - crop.top) * SIZE) / crop.height;
  const tall = (face.box.height * SIZE) / crop.height;
  const low = chin + 0.55 * tall;
  // A loop: `from` with a function takes ten times as long.
  const marks = new Uint8Array(person.length);
  let seeds = 0;
  for (let index = 0; index < marks.length; index += 1) {
    if (person[index] < MIN_PERSON || bare[index] > MAX_BARE) {
      marks[index] = OTHER;
    } else if (
      index / SIZE > low &&
      person[index] > 0.9 &&
      asSkin[index] + asHair[index] < MIN_LIKE
    ) {
      marks[index] = CLOTHES;
      seeds += 1;
    }
  }
  if (seeds < MIN_SEEDS * SIZE * SIZE) {
    return null;
  }
  const edges = measureEdgeCosts(colours, { size: SIZE, equal: EQUAL, min: MIN });
  let labels = new Uint8Array(marks.length);
  let isClothes = (index: number): boolean => marks[index] === CLOTHES;
  for (let round = 0; round < ROUNDS; round += 1) {
    const ofClothes = fit(isClothes);
    const inside = new Int32Array(marks.length);
    const outside = new Int32Array(marks.length);
    for (let index = 0; index < marks.length; index += 1) {
      if (marks[index] === OTHER) {
        inside[index] = SURE;
        continue;
      }
      const own = densityIn(ofClothes, index);
      const others = Math.max(asSkin[index], asHair[index]);
      // Shaded sleeves and stripes have colours of their own: pixels that are neither skin nor hair count as clothes.
      const any = index / SIZE > low && person[index] > 0.9 ? ANY_COLOUR : 0;
      const probability = (own + any) / (own + any + others);
      inside[index] = toCutCost(probability, MAX_NATS);
      outside[index] = toCutCost(1 - probability, MAX_NATS);
    }
    const divided = cutGrid({ width: SIZE, height: SIZE, inside, outside, edges });
    labels = selectConnected(divided, SIZE, (index) => marks[index] === CLOTHES);
    const now = labels;
    isClothes = (index) => now[index] === 1;
  }
  return { values: new Float32Array(labels), crop };
}

/** Minimum person matte of clothes, and maximum of heads with their necks, 0..1. */
const MIN_PERSON = 0.4;
const MAX_BARE = 0.6;
const OTHER = 1;
const CLOTHES = 2;
/** Probability of any colour at all in clothes. */
const ANY_COLOUR = 3e-8;
/** Maximum density of skin and hair at a pixel that is surely clothes. */
const MIN_LIKE = 4e-8;

function cropBelowHead({ width, height }: RgbaImage, { box }: ImageFace): ImageCrop {
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const left = Math.round(clamp(x - REACH.aside * box.height, 0, width - 2));
  const top = Math.round(clamp(y - REACH.up * box.height, 0, height - 2));
  const right = Math.round(clamp(x + REACH.aside * box.height, left + 2, width));
  const bottom = Math.round(clamp(y + REACH.down * box.height, top + 2, height));
  return { left, top, width: right - left, height: bottom - top };
}
