/**
 * Segments the people of an image. Where the network is unsure over more than an edge, as about furniture, sleeves and
 * people in the second row, it looks again, at the mirrored image, at every person and at bodies without heads, and a
 * minimum cut decides by its mean answer, the colours of both sides and the edges of the image (GrabCut): an area is
 * either person or background.
 */
import type { ImageFace } from '../../head/head-view.ts';
import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import { createRegion, type Region, setSquare } from '../../pixels/region.ts';
import { toI420 } from '../../pixels/yuv.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte, type Matte, type PersonMatte } from '../../track/person-matte.ts';
import { smoothstep } from '../../vision/math.ts';
import { distanceTo, threshold } from '../../vision/regions.ts';
import { turnRaster } from '../raster/turn-raster.ts';
import { createRaster, type FloatPlane, type Raster } from '../raster/raster.ts';
import { cutPeople, UNSURE } from './cut-people.ts';

/** Side in pixels of the square in which the cut runs: that of the network. */
const SIZE = 256;
/** Radius of the largest circle in an unsure edge, and distance to which its decision reaches. */
const EDGE = 3;
const REACH = 6;
/** Minimum number of unsure pixels, 0.4 % of the square, that are worth another look. */
const MIN_UNSURE = 250;
/** Maximum number of people at whom the network looks again. */
const MAX_VIEWS = 4;
/** Side of a view of one person and its offset downwards, in heights of the face. */
const VIEW = { side: 4.6, down: 0.9 } as const;
/** Maximum side of a view as a fraction of the longer side of the image: beyond it nothing new is seen. */
const MAX_VIEW = 0.85;
const VIEW_WEIGHT = 2;
/** Distance from the border of a view over which its weight grows, as a fraction of its side. */
const FADE = 0.2;
/** View from farther off, in sides of the image, for a face that is too large for a view of its own. */
const FAR = { centreY: 0.5, side: 1.35, weight: 1 } as const;
/**
 * Views that count below all chins, in sides of the image: bodies without their heads, and from far off. In them the
 * network takes less furniture for a part of people, but it misses heads.
 */
const BODIES = { centreY: 0.65, side: 0.7, weight: 1.5 } as const;
const FARTHEST = { centreY: 0.5, side: 1.7, weight: 0.5 } as const;
/** Number of rows below all chins over which the weight of these views grows. */
const BELOW_CHINS = 10;

/** Computes the coarse matte of the people in an image; `findFaces` is called only where the network is unsure. */
export function segmentPeople(
  image: RgbaImage,
  model: FixedModel,
  findFaces: () => readonly ImageFace[],
): Matte {
  const network = createPersonMatte(model);
  const frame = toI420(image);
  const values = network.matte(frame).values.slice();
  const unsure = findUnsure(values);
  if (countMembers(unsure) >= MIN_UNSURE) {
    const faces = findFaces();
    const small = shrink(image);
    const evidence = averageViews(image, { network, frame, values, faces, small });
    const still = findUnsure(evidence);
    for (let index = 0; index < unsure.length; index += 1) {
      unsure[index] |= still[index];
    }
    const labels = cutPeople(small, evidence, { faces, width: image.width });
    dropThin(labels, evidence);
    settle(values, unsure, labels);
  }
  return { width: SIZE, height: SIZE, values };
}

/** Samples per pixel and axis of the reduced image, as many as the network takes. */
const TAPS = 3;

/** Stretches an image over the square of the network; a filter would take five times as long. */
function shrink({ width, height, pixels }: RgbaImage): Raster {
  const small = createRaster(SIZE, SIZE);
  const lefts = Int32Array.from({ length: SIZE * TAPS }, (_, tap) =>
    Math.trunc(((tap + 0.5) * width) / (SIZE * TAPS)),
  );
  for (let row = 0, to = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1, to += 4) {
      // No array: for each pixel it would be a new one until this loop is compiled.
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let tap = 0; tap < TAPS * TAPS; tap += 1) {
        const down = row * TAPS + Math.trunc(tap / TAPS);
        const line = Math.trunc(((down + 0.5) * height) / (SIZE * TAPS)) * width;
        const from = (line + lefts[column * TAPS + (tap % TAPS)]) * 4;
        red += pixels[from];
        green += pixels[from + 1];
        blue += pixels[from + 2];
      }
      small.pixels[to] = red / (TAPS * TAPS);
      small.pixels[to + 1] = green / (TAPS * TAPS);
      small.pixels[to + 2] = blue / (TAPS * TAPS);
    }
  }
  return small;
}

function countMembers(mask: Uint8Array): number {
  let count = 0;
  for (const value of mask) {
    count += value;
  }
  return count;
}

/** Returns the unsure areas that are wider than an edge. */
function findUnsure(values: Float32Array): Uint8Array<ArrayBuffer> {
  const sure = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    sure[index] = values[index] < UNSURE.from || values[index] > UNSURE.to ? 1 : 0;
  }
  return threshold(distanceTo(sure, SIZE), EDGE);
}

interface FirstMatte {
  readonly network: PersonMatte;
  readonly frame: I420Frame;
  readonly values: Float32Array;
  readonly faces: readonly ImageFace[];
  readonly small: RgbaImage;
}

/** Returns the mean of several answers of the network. */
function averageViews(
  image: RgbaImage,
  { network, frame, values, faces, small }: FirstMatte,
): FloatPlane {
  const sums = new Float32Array(values);
  const weights = new Float32Array(values.length).fill(2);
  const mirrored = network.matte(toI420(turnRaster(small, 'mirror'))).values;
  for (let index = 0; index < sums.length; index += 1) {
    const column = index % SIZE;
    sums[index] += mirrored[index - column + SIZE - 1 - column];
  }
  const region = createRegion();
  addPeople(faces, { region, image }, (weigh) => {
    addView(sums, weights, { matte: network.matte(frame, region).values, region, image, weigh });
  });
  for (let index = 0; index < sums.length; index += 1) {
    sums[index] /= weights[index];
  }
  return sums;
}

/** Adds views of people and of their bodies; `add` takes the region that was set. */
function addPeople(
  faces: readonly ImageFace[],
  { region, image }: { readonly region: Region; readonly image: RgbaImage },
  add: (weigh: ViewWeight) => void,
): void {
  let isAnyLarge = false;
  for (const { box } of faces.slice(0, MAX_VIEWS)) {
    const side = VIEW.side * box.height;
    if (side < MAX_VIEW * Math.max(image.width, image.height)) {
      const centreY = box.top + (0.5 + VIEW.down) * box.height;
      setSquare(region, box.left + box.width / 2, centreY, side);
      add((x, y) => smoothstep(0, FADE, Math.min(x, y, 1 - x, 1 - y)));
    } else {
      isAnyLarge = true;
    }
  }
  if (isAnyLarge) {
    setPart(region, image, FAR);
    add(() => FAR.weight);
  }
  const lowest = Math.max(...faces.map(({ box }) => box.top + box.height));
  const chin = (lowest * SIZE) / image.height;
  if (faces.length > 0 && chin < SIZE) {
    setPart(region, image, FARTHEST);
    add((_x, _y, row) => FARTHEST.weight * smoothstep(0, BELOW_CHINS, row - chin));
    setPart(region, image, BODIES);
    // It does not fade at the bottom, where the image ends too.
    add((x, y, row) => {
      const within = smoothstep(0, FADE, Math.min(x, y, 1 - x));
      return BODIES.weight * within * smoothstep(0, BELOW_CHINS, row - chin);
    });
  }
}

/** Sets a region to a part of the image, centred across. */
function setPart(
  region: Region,
  { width, height }: RgbaImage,
  { centreY, side }: { readonly centreY: number; readonly side: number },
): void {
  region.centreX = width / 2;
  region.centreY = height * centreY;
  region.width = width * side;
  region.height = height * side;
}

/** Returns the weight of a view, 0..1, at a place in it, 0..1, and a row of the square. */
type ViewWeight = (x: number, y: number, row: number) => number;

function addView(
  sums: FloatPlane,
  weights: FloatPlane,
  {
    matte,
    region,
    image,
    weigh,
  }: {
    readonly matte: Float32Array;
    readonly region: Readonly<Region>;
    readonly image: RgbaImage;
    readonly weigh: ViewWeight;
  },
): void {
  const left = region.centreX - region.width / 2;
  const top = region.centreY - region.height / 2;
  for (let row = 0, index = 0; row < SIZE; row += 1) {
    const y = (((row + 0.5) * image.height) / SIZE - top) / region.height;
    for (let column = 0; column < SIZE; column += 1, index += 1) {
      const x = (((column + 0.5) * image.width) / SIZE - left) / region.width;
      if (Math.min(x, y, 1 - x, 1 - y) > 0) {
        const weight = VIEW_WEIGHT * weigh(x, y, row);
        const at = Math.trunc(y * SIZE) * SIZE + Math.trunc(x * SIZE);
        sums[index] += matte[at] * weight;
        weights[index] += weight;
      }
    }
  }
}

/** Drops strips and specks of people no wider than an edge that are not surely theirs, such as ends of strands. */
function dropThin(labels: Uint8Array<ArrayBuffer>, evidence: FloatPlane): void {
  const outside = labels.map((label) => 1 - label);
  const reach = distanceTo(threshold(distanceTo(outside, SIZE), EDGE), SIZE);
  for (let index = 0; index < labels.length; index += 1) {
    if (reach[index] > EDGE + 1 && evidence[index] < UNSURE.to) {
      labels[index] = 0;
    }
  }
}

/** Replaces the answers of unsure areas by the decision. */
function settle(values: Float32Array, unsure: Uint8Array, labels: Uint8Array): void {
  const reach = distanceTo(unsure, SIZE);
  for (let index = 0; index < values.length; index += 1) {
    const weight = 1 - smoothstep(EDGE, EDGE + REACH, reach[index]);
    values[index] += (labels[index] - values[index]) * weight;
  }
}
