/**
 * Composes people of several images as if they stood side by side. Heads get one size and one height; a person whom the
 * image border cuts off stands at the edge of the group, or behind a neighbour.
 */
import { AppError } from '../../../base/errors.ts';
import type { ImageFace } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Matte } from '../../track/person-matte.ts';
import { computeMedian } from '../../vision/math.ts';
import { extractForeground } from '../analysis/foreground-colours.ts';
import { studioLightAt } from '../background/studio-light.ts';
import { listCastFunctions } from '../colour/auto-levels.ts';
import { applyColourTable, bakeColourTable } from '../colour/colour-table.ts';
import { limitBySkin } from '../colour/limit-by-skin.ts';
import { blurPlane, scalePlane } from '../raster/planes.ts';
import { createRaster, type FloatPlane, type Raster } from '../raster/raster.ts';
import { cropPlane, type ImageCrop, resizeRaster } from '../raster/resize-raster.ts';

/** An image that people are cut out of. */
export interface GroupMember {
  /** Number of the image, from 1. */
  readonly number: number;
  readonly image: RgbaImage;
  readonly faces: readonly ImageFace[];
  readonly person: FloatPlane;
  /** Skin of the faces, whose hue is kept; null without faces. */
  readonly skin: FloatPlane | null;
}

/** A group, and where its people are. */
export interface GroupImage {
  readonly image: Raster;
  readonly people: Matte;
}

/** People of one image at the scale of the group, relative to the middle of their heads. */
interface Cutout {
  readonly colours: Raster;
  readonly alpha: FloatPlane;
  readonly left: number;
  readonly top: number;
  /** Extent of the heads, from the middle of all of them. */
  readonly reachLeft: number;
  readonly reachRight: number;
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
  readonly isCutBelow: boolean;
}

/**
 * Maximum enlargement of a head. Range in pixels of the face height of the group; the limit of enlargement has priority
 * over the minimum.
 */
const MAX_ENLARGED = 1.6;
const LARGEST_HEAD = 300;
const SMALLEST_HEAD = 60;
/** Maximum number of pixels of a group. More would take gigabytes of memory, so its heads become smaller. */
const MAX_PIXELS = 12_000_000;
/** Minimum matte of a person, and minimum fraction of a face's box that is a person. */
const SOMEBODY = 0.4;
const MIN_OF_FACE = 0.3;
/** Spacing between heads, above them and beside the outer ones, in heights of a face. */
const SPACING = 1.75;
const ABOVE = 1.15;
const BESIDE = 1.5;
const BELOW = 3.4;
const WALL = [164, 166, 170] as const;
/** Strength at which colour casts are removed, so that all people seem to stand in the same light. */
const NEUTRAL = 0.55;
/** Minimum fraction of the warmth of skin that remains: coloured lights in a background are no cast on people. */
const WARMTH = 0.75;
/** Shade behind people; its blur radius and offset downwards in heights of a face, and radii to which it reaches. */
const SHADE = 0.34;
const SHADE_AT = { radius: 0.12, down: 0.05, reach: 3 } as const;

/**
 * Composes the people of two to four images. Throws `invalid_input` for fewer images, and `face_not_detected` for an
 * image without a face, or with a face that does not belong to a person who could be cut out.
 */
export function arrangeGroup(members: readonly GroupMember[]): GroupImage {
  if (members.length < 2) {
    throw new AppError(
      'invalid_input',
      'A group needs two pictures of people or more; one that becomes the background does not count. Send another picture.',
    );
  }
  members.forEach(refuseWithoutPeople);
  const heights = members.map(({ faces }) => computeMedian(faces.map(({ box }) => box.height)));
  const crops = members.map(({ person, image }) => boundPeople(person, image));
  const head = findHeadHeight(heights, crops);
  const cutouts = members.map((member, index) =>
    extractCutout(member, crops[index], head / heights[index]),
  );
  const centres = listCentres(cutouts, head);
  const first = cutouts[0];
  const last = cutouts[cutouts.length - 1];
  const end = last.left + last.colours.width;
  // The group ends where an image cuts a shoulder off.
  const left = first.isCutLeft ? first.left : Math.min(first.left, -BESIDE * head);
  const right =
    centres[centres.length - 1] + (last.isCutRight ? end : Math.max(end, BESIDE * head));
  const top = Math.min(...cutouts.map((cutout) => cutout.top)) - 0.35 * head;
  const bottoms = cutouts.map(
    (cutout) => cutout.top + cutout.colours.height - (cutout.isCutBelow ? 0 : 0.02 * head),
  );
  const bottom = Math.min(BELOW * head, ...bottoms);
  const size = {
    width: 2 * Math.round((right - left) / 2),
    height: 2 * Math.round((bottom - Math.max(top, -ABOVE * 1.6 * head)) / 2),
  };
  const image = paintWall(size);
  const people = new Float32Array(size.width * size.height);
  for (const index of orderByDepth(cutouts)) {
    const cutout = cutouts[index];
    const at = {
      left: Math.round(centres[index] + cutout.left - left),
      top: Math.round(cutout.top + size.height - bottom),
    };
    shadeBehind(image, cutout, at, head);
    compositeCutout({ image, people }, cutout, at);
  }
  return { image, people: { ...size, values: people } };
}

/**
 * Throws if an image shows no face, or a face without a person around it: every face stands for a person of the group.
 */
function refuseWithoutPeople({ number, image, faces, person }: GroupMember): void {
  if (faces.length === 0) {
    throw new AppError(
      'face_not_detected',
      `Picture ${number} shows no face, and people are put together by their heads. Use a picture that shows a face clearly.`,
    );
  }
  if (!faces.every(({ box }) => isOnPerson(box, person, image))) {
    throw new AppError(
      'face_not_detected',
      `Picture ${number} shows a face whose person does not stand out from the background, so nobody can be cut out there. Use a picture that shows the person clearly.`,
    );
  }
}

function isOnPerson(box: ImageCrop, person: FloatPlane, { width, height }: RgbaImage): boolean {
  const right = Math.min(width, Math.ceil(box.left + box.width));
  const bottom = Math.min(height, Math.ceil(box.top + box.height));
  let [count, found] = [0, 0];
  for (let row = Math.max(0, Math.floor(box.top)); row < bottom; row += 1) {
    for (let column = Math.max(0, Math.floor(box.left)); column < right; column += 1) {
      count += 1;
      found += person[row * width + column] > SOMEBODY ? 1 : 0;
    }
  }
  return count > 0 && found >= count * MIN_OF_FACE;
}

/** Returns the face height of the group: it limits the enlargement of each image and the size of the group. */
function findHeadHeight(heights: readonly number[], crops: readonly ImageCrop[]): number {
  // All people side by side, for faces one pixel high.
  const across = crops.reduce((sum, { width }, index) => sum + width / heights[index], 0);
  const down = Math.max(...crops.map(({ height }, index) => height / heights[index]));
  return Math.min(
    Math.max(computeMedian(heights), SMALLEST_HEAD),
    Math.min(...heights) * MAX_ENLARGED,
    LARGEST_HEAD,
    Math.sqrt(MAX_PIXELS / (across * down)),
  );
}

function extractCutout(
  { image, faces, person, skin }: GroupMember,
  crop: ImageCrop,
  scale: number,
): Cutout {
  const colours = extractForeground(image, person);
  const functions = limitBySkin({ image, skin, warmth: WARMTH }, NEUTRAL, (amount) =>
    listCastFunctions(image, null, amount),
  );
  applyColourTable(colours, bakeColourTable(functions), null);
  const size = {
    width: Math.max(2, Math.round(crop.width * scale)),
    height: Math.max(2, Math.round(crop.height * scale)),
  };
  const middles = faces.map(({ box }) => (box.left + box.width / 2 - crop.left) * scale);
  const middle = (Math.min(...middles) + Math.max(...middles)) / 2;
  const height = faces.reduce((sum, { box }) => sum + box.top + box.height / 2, 0) / faces.length;
  return {
    colours: resizeRaster(colours, size, crop),
    alpha: scalePlane(cropPlane(person, image.width, crop), crop.width, size),
    left: -middle,
    top: -(height - crop.top) * scale,
    reachLeft: Math.min(...middles) - middle,
    reachRight: Math.max(...middles) - middle,
    isCutLeft: crop.left === 0,
    isCutRight: crop.left + crop.width === image.width,
    isCutBelow: crop.top + crop.height === image.height,
  };
}

function boundPeople(person: FloatPlane, { width, height }: RgbaImage): ImageCrop {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let index = 0; index < person.length; index += 1) {
    if (person[index] > SOMEBODY) {
      const row = Math.trunc(index / width);
      const column = index - row * width;
      left = Math.min(left, column);
      right = Math.max(right, column + 1);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row + 1);
    }
  }
  // A few pixels for the soft edge.
  const [l, t] = [Math.max(0, left - 4), Math.max(0, top - 4)];
  return {
    left: l,
    top: t,
    width: Math.max(2, Math.min(width, right + 4) - l),
    height: Math.max(2, Math.min(height, bottom + 4) - t),
  };
}

/** Returns the horizontal centres of the cutouts, from the first on. */
function listCentres(cutouts: readonly Cutout[], head: number): readonly number[] {
  const centres: number[] = [];
  for (const [index, cutout] of cutouts.entries()) {
    const before = index === 0 ? null : cutouts[index - 1];
    centres.push(
      before === null
        ? 0
        : centres[index - 1] + before.reachRight + SPACING * head - cutout.reachLeft,
    );
  }
  return centres;
}

/** Orders cutouts from back to front: a person cut off at an inner side stands behind; otherwise the outer ones do. */
function orderByDepth(cutouts: readonly Cutout[]): readonly number[] {
  const middle = (cutouts.length - 1) / 2;
  const depth = (index: number): number => {
    const cutout = cutouts[index];
    const isCut =
      (index > 0 && cutout.isCutLeft ? 1 : 0) +
      (index < cutouts.length - 1 && cutout.isCutRight ? 1 : 0);
    return isCut * 10 + Math.abs(index - middle);
  };
  return cutouts.map((_, index) => index).toSorted((a, b) => depth(b) - depth(a));
}

function paintWall({ width, height }: Size): Raster {
  const wall = createRaster(width, height);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 4) {
      const light = studioLightAt(column / width, row / height);
      wall.pixels[at] = WALL[0] * light;
      wall.pixels[at + 1] = WALL[1] * light;
      wall.pixels[at + 2] = WALL[2] * light;
    }
  }
  return wall;
}

type Size = { readonly width: number; readonly height: number };
type Place = { readonly left: number; readonly top: number };

/** Darkens the people behind the edge of those in front. */
function shadeBehind(
  { width, height, pixels }: Raster,
  cutout: Cutout,
  at: Place,
  head: number,
): void {
  const radius = head * SHADE_AT.radius;
  const margin = Math.ceil(radius * SHADE_AT.reach);
  const size = {
    width: cutout.colours.width + 2 * margin,
    height: cutout.colours.height + 2 * margin,
  };
  const soft = blurPlane(padPlane(cutout, size, margin), size.width, radius);
  const down = Math.round(head * SHADE_AT.down);
  const place = { left: at.left - margin, top: at.top + down - margin };
  eachPixel(size, place, { width, height }, (index, to) => {
    const dim = 1 - soft[index] * SHADE;
    pixels[to * 4] *= dim;
    pixels[to * 4 + 1] *= dim;
    pixels[to * 4 + 2] *= dim;
  });
}

/** Adds an empty margin around the matte of a cutout: its shade reaches beyond it. */
function padPlane({ colours, alpha }: Cutout, { width, height }: Size, margin: number): FloatPlane {
  const padded = new Float32Array(width * height);
  for (let row = 0; row < colours.height; row += 1) {
    const line = alpha.subarray(row * colours.width, (row + 1) * colours.width);
    padded.set(line, (row + margin) * width + margin);
  }
  return padded;
}

function compositeCutout(
  { image, people }: { readonly image: Raster; readonly people: FloatPlane },
  cutout: Cutout,
  at: Place,
): void {
  eachPixel(cutout.colours, at, image, (index, to) => {
    const alpha = cutout.alpha[index];
    people[to] = Math.max(people[to], alpha);
    for (let channel = 0; channel < 3; channel += 1) {
      const own = image.pixels[to * 4 + channel];
      image.pixels[to * 4 + channel] =
        own + (cutout.colours.pixels[index * 4 + channel] - own) * alpha;
    }
  });
}

function eachPixel(
  size: Size,
  { left, top }: Place,
  { width, height }: Size,
  visit: (index: number, to: number) => void,
): void {
  const rows = Math.min(size.height, height - top);
  const columns = Math.min(size.width, width - left);
  for (let row = Math.max(0, -top); row < rows; row += 1) {
    for (let column = Math.max(0, -left); column < columns; column += 1) {
      visit(row * size.width + column, (row + top) * width + column + left);
    }
  }
}
