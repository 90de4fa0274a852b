/**
 * People of several pictures as if they stood side by side. Heads get one size and one height; what a picture cuts off stands at
 * the edge of the group, or behind a neighbour.
 */
import { AppError } from '../../../base/errors.ts';
import type { ImageFace } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Matte } from '../../track/person-matte.ts';
import { clamp, medianOf } from '../../vision/math.ts';
import { extractForeground } from '../analysis/foreground-colours.ts';
import { studioLightAt } from '../background/studio-light.ts';
import { listCastFunctions } from '../colour/auto-levels.ts';
import { applyColourTable, bakeColourTable } from '../colour/colour-table.ts';
import { blurPlane, scalePlane } from '../raster/planes.ts';
import { createRaster, type FloatPlane, type Raster } from '../raster/raster.ts';
import { cropPlane, type PictureCrop, resizeRaster } from '../raster/resize-raster.ts';

/** A picture of which people are taken. */
export interface GroupMember {
  readonly image: RgbaImage;
  readonly faces: readonly ImageFace[];
  readonly person: FloatPlane;
}

/** A group, and where its people are. */
export interface GroupPicture {
  readonly image: Raster;
  readonly people: Matte;
}

/** People of one picture at the size of the group, by where they lie from the middle of their heads. */
interface Figure {
  readonly colours: Raster;
  readonly alpha: FloatPlane;
  readonly left: number;
  readonly top: number;
  /** Of its heads, from the middle of them all. */
  readonly reachLeft: number;
  readonly reachRight: number;
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
  readonly isCutBelow: boolean;
}

/** Heads are enlarged no further than this, and no larger than so many pixels. */
const MOST_ENLARGED = 1.6;
const LARGEST_HEAD = 300;
const SMALLEST_HEAD = 60;
/** From head to head, above them, and beside the outer ones: in heights of a face. */
const SPACING = 1.75;
const ABOVE = 1.15;
const BESIDE = 1.5;
const BELOW = 3.4;
const WALL = [164, 166, 170] as const;
/** Casts of lamps are taken out so far, so that all seem to stand in one light. */
const NEUTRAL = 0.55;
const SHADE = 0.34;

/** Puts people of two to four pictures together. Throws `face_not_detected` for a picture that shows no face. */
export function arrangeGroup(members: readonly GroupMember[]): GroupPicture {
  members.forEach(({ faces }, index) => {
    if (faces.length === 0) {
      throw new AppError(
        'face_not_detected',
        `Picture ${index + 1} shows no face, and people are put together by their heads. Use a picture that shows a face clearly.`,
      );
    }
  });
  const heights = members.map(({ faces }) => medianOf(faces.map(({ box }) => box.height)));
  const head = clamp(
    Math.min(medianOf(heights), Math.min(...heights) * MOST_ENLARGED),
    SMALLEST_HEAD,
    LARGEST_HEAD,
  );
  const figures = members.map((member, index) => cutFigure(member, head / heights[index]));
  const centres = listCentres(figures, head);
  const first = figures[0];
  const last = figures[figures.length - 1];
  const end = last.left + last.colours.width;
  // Where a picture cuts a shoulder off, the group ends.
  const left = first.isCutLeft ? first.left : Math.min(first.left, -BESIDE * head);
  const right =
    centres[centres.length - 1] + (last.isCutRight ? end : Math.max(end, BESIDE * head));
  const top = Math.min(...figures.map((figure) => figure.top)) - 0.35 * head;
  const bottoms = figures.map(
    (figure) => figure.top + figure.colours.height - (figure.isCutBelow ? 0 : 0.02 * head),
  );
  const bottom = Math.min(BELOW * head, ...bottoms);
  const size = {
    width: 2 * Math.round((right - left) / 2),
    height: 2 * Math.round((bottom - Math.max(top, -ABOVE * 1.6 * head)) / 2),
  };
  const image = paintWall(size);
  const people = new Float32Array(size.width * size.height);
  for (const index of orderFigures(figures)) {
    const figure = figures[index];
    const at = {
      left: Math.round(centres[index] + figure.left - left),
      top: Math.round(figure.top + size.height - bottom),
    };
    shadeBehind(image, figure, at, head);
    placeFigure({ image, people }, figure, at);
  }
  return { image, people: { ...size, values: people } };
}

function cutFigure({ image, faces, person }: GroupMember, scale: number): Figure {
  const crop = boundPeople(person, image);
  const colours = extractForeground(image, person);
  applyColourTable(colours, bakeColourTable(listCastFunctions(image, null, NEUTRAL)), null);
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

function boundPeople(person: FloatPlane, { width, height }: RgbaImage): PictureCrop {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let index = 0; index < person.length; index += 1) {
    if (person[index] > 0.4) {
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

/** Where the heads of each figure stand across, from the first on. */
function listCentres(figures: readonly Figure[], head: number): readonly number[] {
  const centres: number[] = [];
  for (const [index, figure] of figures.entries()) {
    const before = index === 0 ? null : figures[index - 1];
    centres.push(
      before === null
        ? 0
        : centres[index - 1] + before.reachRight + SPACING * head - figure.reachLeft,
    );
  }
  return centres;
}

/** From back to front: whoever is cut at an inner side stands behind; else the outer ones do. */
function orderFigures(figures: readonly Figure[]): readonly number[] {
  const middle = (figures.length - 1) / 2;
  const depth = (index: number): number => {
    const figure = figures[index];
    const isCut =
      (index > 0 && figure.isCutLeft ? 1 : 0) +
      (index < figures.length - 1 && figure.isCutRight ? 1 : 0);
    return isCut * 10 + Math.abs(index - middle);
  };
  return figures.map((_, index) => index).toSorted((a, b) => depth(b) - depth(a));
}

function paintWall({ width, height }: { readonly width: number; readonly height: number }): Raster {
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

type Place = { readonly left: number; readonly top: number };

/** Who stands in front dims a little what is behind. */
function shadeBehind(
  { width, height, pixels }: Raster,
  figure: Figure,
  at: Place,
  head: number,
): void {
  const soft = blurPlane(figure.alpha, figure.colours.width, head * 0.12);
  const shift = Math.round(head * 0.05);
  eachPixel(figure, { left: at.left, top: at.top + shift }, { width, height }, (index, to) => {
    const dim = 1 - soft[index] * SHADE;
    pixels[to * 4] *= dim;
    pixels[to * 4 + 1] *= dim;
    pixels[to * 4 + 2] *= dim;
  });
}

function placeFigure(
  { image, people }: { readonly image: Raster; readonly people: FloatPlane },
  figure: Figure,
  at: Place,
): void {
  eachPixel(figure, at, image, (index, to) => {
    const alpha = figure.alpha[index];
    people[to] = Math.max(people[to], alpha);
    for (let channel = 0; channel < 3; channel += 1) {
      const own = image.pixels[to * 4 + channel];
      image.pixels[to * 4 + channel] =
        own + (figure.colours.pixels[index * 4 + channel] - own) * alpha;
    }
  });
}

function eachPixel(
  { colours }: Figure,
  { left, top }: Place,
  { width, height }: { readonly width: number; readonly height: number },
  visit: (index: number, to: number) => void,
): void {
  const rows = Math.min(colours.height, height - top);
  const columns = Math.min(colours.width, width - left);
  for (let row = Math.max(0, -top); row < rows; row += 1) {
    for (let column = Math.max(0, -left); column < columns; column += 1) {
      visit(row * colours.width + column, (row + top) * width + column + left);
    }
  }
}
