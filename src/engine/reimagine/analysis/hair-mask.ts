/**
 * Segments hair and clothes. The mask of the head also contains objects that touch it, so the colours of hair are
 * fitted above the forehead; skin below it, the shade of the throat and dark clothes are then removed, and only areas
 * connected to the crown remain.
 */
import { feather } from '../../head/feather.ts';
import { enlargeFace } from '../../head/find-heads.ts';
import { findHeadParts } from '../../head/head-parts.ts';
import { createHeadView, type ImageFace, invert, VIEW_SIZE } from '../../head/head-view.ts';
import { findPerson } from '../../head/person-view.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { selectConnected } from '../../vision/regions.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { blurPlane, halvePlane, scalePlane } from '../raster/planes.ts';
import { type FloatPlane, computeMeanColour } from '../raster/raster.ts';
import { halveRaster } from '../raster/resize-raster.ts';
import { cutClothes } from './cut-clothes.ts';
import { type FaceMaskPart, maskFacePart } from './face-masks.ts';
import type { MatteRefiner } from './refine-matte.ts';

/** Inputs of the segmentation of hair and clothes. */
interface People {
  readonly image: RgbaImage;
  readonly faces: readonly ImageFace[];
  readonly mask: (part: FaceMaskPart | 'person') => FloatPlane;
}

/** People whose clothes can be refined to the edges of the image. */
interface ClothedPeople extends People {
  readonly refine: MatteRefiner;
}

/** Masks of the heads of an image: without skin, with their necks, and the necks alone. */
interface CutHeads {
  readonly hair: FloatPlane;
  readonly bare: FloatPlane;
  readonly throat: FloatPlane;
}

/** Computes the mask of hair, 0..1. Takes 0.1 s and more for each head. */
export function segmentHair(people: People, models: Pick<HeadModels, 'personMatte'>): FloatPlane {
  const cut = cutHeads(people, models, true);
  refineHair(people, cut);
  return cut.hair;
}

/**
 * Computes the mask of clothes, 0..1; empty where lamps of different colours light the skin. The hair mask that it
 * excludes needs no soft edge, which takes a fifth of the time.
 */
export function segmentClothes(
  people: ClothedPeople,
  models: Pick<HeadModels, 'personMatte'>,
): FloatPlane {
  const reduced = reducePeople(people);
  if (isLitInColours(reduced.image, reduced.mask('skin'))) {
    return new Float32Array(people.image.width * people.image.height);
  }
  const cut = cutHeads(reduced, models, false);
  const bare = cut.bare.slice();
  refineHair(reduced, cut);
  return findClothes(people, reduced, { hair: cut.hair, bare });
}

/** Longer side in pixels above which hair before clothes is found in half the size: the clothes are cut in less. */
const REDUCED_SIDE = 512;
/** Minimum height of a face in the reduced image. */
const REDUCED_FACE = 64;

/** People in a smaller image, whose pixels are `scale` times as large. */
interface ReducedPeople extends People {
  readonly scale: number;
}

/** Halves people until they are large enough for the separation of clothes, which is a quarter of the work each time. */
function reducePeople({ image, faces, mask }: People): ReducedPeople {
  const least = Math.min(...faces.map(({ box }) => box.height));
  let [scale, small, person] = [1, image, mask('person')];
  while (
    Math.max(small.width, small.height) > REDUCED_SIDE &&
    least / (scale * 2) >= REDUCED_FACE
  ) {
    person = halvePlane(person, small.width);
    small = halveRaster(small);
    scale *= 2;
  }
  if (scale === 1) {
    return { image, faces, mask, scale };
  }
  const moved = faces.map((face) => enlargeFace(face, 1 / scale));
  const masks = new Map<FaceMaskPart, FloatPlane>();
  return {
    image: small,
    faces: moved,
    scale,
    mask(part) {
      if (part === 'person') {
        return person;
      }
      const found = masks.get(part) ?? maskFacePart(small, moved, part);
      masks.set(part, found);
      return found;
    },
  };
}

/**
 * Maximum standard deviation of blue in skin, as a fraction of the sum of all channels. Under two lamps of different
 * colours arms and legs look like clothes.
 */
const MAX_BLUE_SPREAD = 0.064;

function isLitInColours({ pixels }: RgbaImage, skin: FloatPlane): boolean {
  let [count, sum, squares] = [1e-6, 0, 0];
  for (let index = 0, at = 0; index < skin.length; index += 1, at += 4) {
    if (skin[index] > 0.8) {
      const blue = pixels[at + 2] / (pixels[at] + pixels[at + 1] + pixels[at + 2] + 1);
      count += 1;
      sum += blue;
      squares += blue * blue;
    }
  }
  return squares / count - (sum / count) ** 2 > MAX_BLUE_SPREAD ** 2;
}

function cutHeads(
  { image, faces }: People,
  { personMatte }: Pick<HeadModels, 'personMatte'>,
  isSoft: boolean,
): CutHeads {
  const { width, height } = image;
  const hair = new Float32Array(width * height);
  const bare = new Float32Array(width * height);
  const throat = new Float32Array(width * height);
  for (const face of faces) {
    const others = faces.filter((other) => other !== face);
    const view = createHeadView(image, face, others);
    const parts = findHeadParts(view, findPerson(view, personMatte));
    const alpha = isSoft ? feather(view, parts).alpha : new Float32Array(parts.head);
    const { a, b, shiftX, shiftY } = invert(view.toImage);
    const found = boundParts(alpha, parts.neck);
    const { left, top, right, bottom } = boundView(view.toImage, found, image);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left, index = row * width + left; column < right; column += 1, index += 1) {
        const u = a * (column + 0.5) - b * (row + 0.5) + shiftX;
        const v = b * (column + 0.5) + a * (row + 0.5) + shiftY;
        if (u < 0 || v < 0 || u >= VIEW_SIZE || v >= VIEW_SIZE) {
          continue;
        }
        // One position for all planes.
        const x = clamp(u - 0.5, 0, VIEW_SIZE - 1.001);
        const y = clamp(v - 0.5, 0, VIEW_SIZE - 1.001);
        const at = Math.trunc(y) * VIEW_SIZE + Math.trunc(x);
        const across = x - Math.trunc(x);
        const down = y - Math.trunc(y);
        const head = sampleView(alpha, at, across, down);
        const neck = sampleView(parts.neck, at, across, down);
        if (head === 0 && neck === 0) {
          continue;
        }
        const bald = sampleView(parts.skin, at, across, down);
        hair[index] = Math.max(hair[index], head * (1 - bald));
        bare[index] = Math.max(bare[index], head, neck);
        throat[index] = Math.max(throat[index], neck);
      }
    }
  }
  return { hair, bare, throat };
}

/** Bounds of an area; the right and the lower one are excluded. */
interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the bounds of the head and the neck in a view, with the pixels between which they are sampled. */
function boundParts(head: Float32Array, neck: Float32Array): Bounds {
  let [left, top, right, bottom] = [VIEW_SIZE, VIEW_SIZE, 0, 0];
  for (let row = 0, index = 0; row < VIEW_SIZE; row += 1) {
    for (let column = 0; column < VIEW_SIZE; column += 1, index += 1) {
      if (head[index] > 0 || neck[index] > 0) {
        left = Math.min(left, column);
        right = Math.max(right, column + 1);
        top = Math.min(top, row);
        bottom = row + 1;
      }
    }
  }
  return { left: left - 2, top: top - 2, right: right + 2, bottom: bottom + 2 };
}

/** Returns the bounds of the image area that an area of a view can cover. */
function boundView(
  { a, b, shiftX, shiftY }: Similarity,
  area: Bounds,
  { width, height }: RgbaImage,
): Bounds {
  const corners = [area.left, area.right].flatMap((x) =>
    [area.top, area.bottom].map((y) => [x, y] as const),
  );
  const across = corners.map(([x, y]) => a * x - b * y + shiftX);
  const down = corners.map(([x, y]) => b * x + a * y + shiftY);
  return {
    left: Math.max(0, Math.floor(Math.min(...across))),
    top: Math.max(0, Math.floor(Math.min(...down))),
    right: Math.min(width, Math.ceil(Math.max(...across))),
    bottom: Math.min(height, Math.ceil(Math.max(...down))),
  };
}

/** Returns the value between the pixel `at` of a view and its neighbours. */
// oxlint-disable-next-line eslint/max-params -- an object for each pixel would take longer than the sample
function sampleView(plane: Float32Array, at: number, across: number, down: number): number {
  const upper = plane[at] * (1 - across) + plane[at + 1] * across;
  const lower = plane[at + VIEW_SIZE] * (1 - across) + plane[at + VIEW_SIZE + 1] * across;
  return upper * (1 - down) + lower * down;
}

/** Marks sure hair, and where a fringe may lie within the outline of the mesh; removes throats from `hair`. */
function markCrowns(
  { image, faces, mask }: People,
  hair: FloatPlane,
): { readonly crown: Float32Array; readonly fringe: Uint8Array } {
  const { width, height } = image;
  const face = mask('face');
  const crown = new Float32Array(hair.length);
  const fringe = new Uint8Array(hair.length);
  for (const { landmarks, box } of faces) {
    const top = landmarks[TOP * 3 + 1];
    const brow = (landmarks[BROWS[0] * 3 + 1] + landmarks[BROWS[1] * 3 + 1]) / 2;
    const chinX = landmarks[CHIN * 3];
    const chinY = landmarks[CHIN * 3 + 1];
    const middle = box.left + box.width / 2;
    for (let row = 0, index = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1, index += 1) {
        if (Math.abs(column - middle) > box.width * 1.3) {
          continue;
        }
        if (row < top + box.height * 0.06 && hair[index] > 0.85) {
          crown[index] = 1;
        }
        if (row < brow - box.height * 0.02 && face[index] > 0.02) {
          fringe[index] = 1;
        }
        // Hair before a throat is rare; skin in the shade of a chin, which resembles brown hair, is not.
        if (row > chinY - box.height * 0.12) {
          hair[index] *= smoothstep(0.4, 0.52, Math.abs(column - chinX) / box.width);
        }
      }
    }
  }
  return { crown, fringe };
}

const TOP = 10;
const CHIN = 152;
const BROWS = [105, 334] as const;

function refineHair(people: People, { hair, bare, throat }: CutHeads): void {
  const { image, faces, mask } = people;
  const { crown, fringe } = markCrowns(people, hair);
  const face = mask('face');
  const person = mask('person');
  const resemblance = compareToHair(image, { crown, skin: mask('skin') });
  for (let index = 0; index < hair.length; index += 1) {
    if (hair[index] < 0.01 && fringe[index] === 0) {
      continue;
    }
    const within =
      fringe[index] === 1
        ? Math.max(hair[index], bare[index])
        : hair[index] * (1 - Math.min(1, face[index])) * (1 - smoothstep(0.15, 0.5, throat[index]));
    const shown = within * smoothstep(0.1, 0.6, person[index]);
    hair[index] = shown > 0 ? shown * smoothstep(0.25, 0.7, resemblance(index)) : 0;
  }
  // Dark clothes resemble dark hair; only pixels connected to the top of a head are hair.
  const { width } = image;
  const sure = new Uint8Array(hair.length);
  for (let index = 0; index < hair.length; index += 1) {
    sure[index] = hair[index] > 0.3 ? 1 : 0;
  }
  const connected = selectConnected(sure, width, (index) => crown[index] === 1);
  const near = blurPlane(new Float32Array(connected), width, 2);
  for (let index = 0; index < hair.length; index += 1) {
    hair[index] *= smoothstep(0.05, 0.3, near[index]);
  }
  hair.set(blurPlane(hair, width, Math.max(1, (faces[0]?.box.width ?? 0) / 160)));
}

/** Returns how closely a pixel resembles sure hair and differs from skin, 0..1. */
function compareToHair(
  { pixels }: RgbaImage,
  { crown, skin }: { readonly crown: Float32Array; readonly skin: Float32Array },
): (index: number) => number {
  const mean = computeMeanColour({ width: 0, height: 0, pixels }, crown);
  const tone = computeMeanColour({ width: 0, height: 0, pixels }, skin);
  let spread = 0;
  let count = 1e-6;
  for (let index = 0; index < crown.length; index += 3) {
    if (crown[index] > 0) {
      for (let channel = 0; channel < 3; channel += 1) {
        spread += (pixels[index * 4 + channel] - mean[channel]) ** 2;
      }
      count += 1;
    }
  }
  const deviation = Math.max(16, Math.sqrt(spread / count / 3));
  const wide = 2 * (deviation * 2.1) ** 2;
  const light = mean[0] + mean[1] + mean[2] + DARK;
  return (index) => {
    const at = index * 4;
    // Hair in the shade is hair: a darker pixel is compared by its colour more than by its light.
    const own = pixels[at] + pixels[at + 1] + pixels[at + 2] + DARK;
    const gain = own < light ? (light / own) ** 0.75 : 1;
    let toHair = 0;
    let toSkin = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      toHair += (pixels[at + channel] * gain - mean[channel]) ** 2;
      toSkin += (pixels[at + channel] - tone[channel]) ** 2;
    }
    const asHair = Math.exp(-toHair / wide);
    const asSkin = Math.exp(-toSkin / (2 * SKIN_SPREAD ** 2));
    return asHair / (asHair + 0.9 * asSkin + 0.06);
  };
}

const DARK = 24;
const SKIN_SPREAD = 34;

/** Returns the mask of the clothes of all people, refined to the edges of the image. */
function findClothes(
  { image, mask, refine }: ClothedPeople,
  reduced: ReducedPeople,
  { hair, bare }: Pick<CutHeads, 'hair' | 'bare'>,
): FloatPlane {
  const { width, height } = reduced.image;
  const person = mask('person');
  const hints = {
    person: reduced.mask('person'),
    skin: reduced.mask('skin'),
    hair,
    bare,
  };
  const coarse = new Float32Array(width * height);
  for (const face of reduced.faces) {
    const found = cutClothes(reduced.image, face, hints);
    if (found === null) {
      continue;
    }
    const { crop, values } = found;
    const soft = scalePlane(values, Math.sqrt(values.length), crop);
    for (let row = 0, index = 0; row < crop.height; row += 1) {
      let at = (row + crop.top) * width + crop.left;
      for (let column = 0; column < crop.width; column += 1, index += 1, at += 1) {
        coarse[at] = Math.max(coarse[at], soft[index]);
      }
    }
  }
  // Halves omit odd rows and columns, so the reduced image covers less than the whole.
  const { scale } = reduced;
  const covered = { width: image.width / scale, height: image.height / scale };
  const values = scalePlane(coarse, width, { width, height, covered });
  const clothes = refine({ width, height, values }, true);
  for (let index = 0; index < clothes.length; index += 1) {
    if (clothes[index] > person[index]) {
      clothes[index] = person[index];
    }
  }
  return clothes;
}
