/**
 * Cuts the person out of an image for animation: head and body in one texture, the head alone in a second mask.
 * Shoulders that the image cuts off are extended.
 */
import { smoothstep } from '../../vision/math.ts';
import { estimateForeground } from '../../vision/foreground.ts';
import { fitGuidedFilter } from '../../vision/guided-filter.ts';
import { findHeadParts } from '../../head/head-parts.ts';
import {
  invert,
  createHeadView,
  VIEW_SIZE,
  type HeadView,
  type ImageFace,
} from '../../head/head-view.ts';
import { findPerson } from '../../head/person-view.ts';
import { feather } from '../../head/feather.ts';
import { trimHead } from '../../head/trim-head.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte, enlargeMatte } from '../../track/person-matte.ts';

/** Data of a person cut out of an image, as an animation needs it. Plain memory that threads can transfer. */
export interface CharacterCutout {
  /** Width in pixels; even. */
  readonly width: number;
  readonly height: number;
  /** RGBA pixels; alpha is that of the person. */
  readonly pixels: Uint8Array;
  /** Alpha of the head with its hair and the upper neck, 0..255. */
  readonly head: Uint8Array;
  /** Face mesh in pixels of the texture. */
  readonly landmarks: Float32Array;
  readonly pose: ImageFace['pose'];
  /** Map from the photo to the cutout: `x * scale + shiftX`, `y * scale`. */
  readonly fromPhoto: { readonly scale: number; readonly shiftX: number };
}

/** Largest width of a face in the texture, in pixels. */
const FACE_WIDTH = 260;
const LONGEST_SIDE = 1100;
/**
 * Half width of shoulders that are extended beyond the image and width of their soft edge, in centimetres; slope of the
 * shoulders.
 */
const SHOULDER_HALF_CM = 21;
const SHOULDER_EDGE_CM = 2.5;
const SHOULDER_FALL = 0.42;
/**
 * Minimum area of hair below the chin (square centimetres) to count as long, and the range below the chin (negative:
 * above it) in which the matte of heads without it fades, in centimetres.
 */
const LONG_HAIR_CM2 = 45;
const UNDER_JAW_CM = [-3.2, -0.6] as const;
const CHIN = 152;
const MIDDLE = 168;
const SURELY_PERSON = 0.98;
const REFINING = { radius: 4, noise: 8 };

/** Cuts the person of a face out of its photo. Takes half a second. */
export function prepareCutout(
  photo: RgbaImage,
  face: ImageFace,
  { others, matte }: { readonly others: readonly ImageFace[]; readonly matte: FixedModel },
): CharacterCutout {
  const reduced = reduce(photo, Math.max(1, face.box.width / FACE_WIDTH));
  const scale = reduced.width / photo.width;
  const landmarks = face.landmarks.map((value) => value * scale);
  const pose = {
    ...face.pose,
    scale: face.pose.scale * scale,
    rotation: face.pose.rotation.slice(),
  };
  const perCm = pose.scale;
  const person = findCutout(reduced, matte);
  const view = createHeadView(photo, face, others);
  const parts = trimHead(view, findHeadParts(view, findPerson(view, matte)));
  const head = readHead(view, feather(view, parts).alpha, parts.neck, {
    size: reduced,
    scale,
    face: landmarks,
    perCm,
  });
  const chinY = landmarks[CHIN * 3 + 1]!;
  const middleX = landmarks[MIDDLE * 3]!;
  const margin = Math.ceil(
    Math.max(0, SHOULDER_HALF_CM * perCm - Math.min(middleX, reduced.width - middleX)),
  );
  const wide = widen(removeGround(reduced, person, head), person, {
    margin: Math.min(margin, Math.round(12 * perCm)),
    middleX,
    chinY,
    perCm,
  });
  const left = wide.left;
  const headWide = new Uint8Array(wide.width * wide.height);
  for (let row = 0; row < reduced.height; row += 1) {
    for (let column = 0; column < reduced.width; column += 1) {
      const weight = head[row * reduced.width + column]!;
      headWide[row * wide.width + column + left] = Math.round(weight * 255);
    }
  }
  for (let at = 0; at < landmarks.length; at += 3) {
    landmarks[at]! += left;
  }
  return {
    width: wide.width,
    height: wide.height,
    pixels: wide.pixels,
    head: headWide,
    landmarks,
    pose,
    fromPhoto: { scale, shiftX: left },
  };
}

/** Segments the person of an image at a finer resolution than the network. */
function findCutout(image: RgbaImage, model: FixedModel): Float32Array {
  const { width, height, pixels } = image;
  const coarse = new Uint8Array(width * height);
  enlargeMatte(createPersonMatte(model).matte(toI420(image)), coarse, image);
  const values = Float32Array.from(coarse, (value) => value / 255);
  const colours = new Float32Array(width * height * 3);
  for (let index = 0; index < values.length; index += 1) {
    colours[index * 3] = pixels[index * 4]!;
    colours[index * 3 + 1] = pixels[index * 4 + 1]!;
    colours[index * 3 + 2] = pixels[index * 4 + 2]!;
  }
  const rule = fitGuidedFilter(colours, values, { width, ...REFINING });
  return values.map((value, index) => {
    const fine =
      rule.red[index]! * colours[index * 3]! +
      rule.green[index]! * colours[index * 3 + 1]! +
      rule.blue[index]! * colours[index * 3 + 2]! +
      rule.offset[index]!;
    // The network is reliable inside and outside; only its edge is refined, and moved inwards a little.
    const isEdge = smoothstep(0.02, 0.25, value) * (1 - smoothstep(0.85, 0.99, value));
    return smoothstep(0.3, 0.9, value + (fine - value) * isEdge);
  });
}

/**
 * Removes the background's colour from the soft edges of the person, which would otherwise show as a light or dark rim.
 */
function removeGround(
  { width, height, pixels }: RgbaImage,
  person: Float32Array,
  head: Float32Array,
): RgbaImage {
  // The head's matte resolves single hairs better.
  const alpha = person.map((weight, index) => {
    const ofHead = head[index]!;
    return weight < SURELY_PERSON && ofHead > 0 ? Math.min(weight, ofHead) : weight;
  });
  const colours = Float32Array.from({ length: alpha.length * 3 }, (_, value) => {
    const index = Math.floor(value / 3);
    return pixels[value + index]!;
  });
  const foreground = estimateForeground(colours, alpha, width);
  const cleaned = Uint8Array.from(pixels, (value, at) =>
    at % 4 === 3 ? value : foreground[at - (at >> 2)]! + 0.5,
  );
  return { width, height, pixels: cleaned };
}

/** Resamples the head matte of a view to the texture; the neck fades out below the jaw. */
function readHead(
  view: HeadView,
  alpha: Float32Array,
  neck: Float32Array,
  {
    size,
    scale,
    face,
    perCm,
  }: {
    readonly size: RgbaImage;
    readonly scale: number;
    readonly face: Float32Array;
    readonly perCm: number;
  },
): Float32Array {
  const { a, b, shiftX, shiftY } = invert(view.toImage);
  const head = new Float32Array(size.width * size.height);
  const jaw = face[CHIN * 3 + 1]!;
  let below = 0;
  for (let index = 0; index < head.length; index += 1) {
    const row = Math.floor(index / size.width);
    const x = ((index % size.width) + 0.5) / scale;
    const y = (row + 0.5) / scale;
    head[index] = readPlane(alpha, a * x - b * y + shiftX - 0.5, b * x + a * y + shiftY - 0.5);
    below += row > jaw + perCm ? head[index]! : 0;
  }
  const hasLongHair = below / (perCm * perCm) > LONG_HAIR_CM2;
  for (let index = 0; index < head.length; index += 1) {
    const row = Math.floor(index / size.width);
    const x = ((index % size.width) + 0.5) / scale;
    const y = (row + 0.5) / scale;
    const underJaw = smoothstep(UNDER_JAW_CM[0], UNDER_JAW_CM[1], (row - jaw) / perCm);
    const isNeck = 1 - smoothstep(-0.5, 2.2, (row - jaw) / perCm);
    const skin = readPlane(neck, a * x - b * y + shiftX - 0.5, b * x + a * y + shiftY - 0.5);
    // Without long hair, the matte below the jaw is a collar.
    const own = head[index]! * (hasLongHair ? 1 : 1 - underJaw);
    head[index] = Math.max(own, skin * isNeck);
  }
  return head;
}

function readPlane(plane: Float32Array, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= VIEW_SIZE - 1 || y >= VIEW_SIZE - 1) {
    return 0;
  }
  const left = Math.floor(x);
  const top = Math.floor(y);
  const at = top * VIEW_SIZE + left;
  const upper = plane[at]! + (plane[at + 1]! - plane[at]!) * (x - left);
  const lower =
    plane[at + VIEW_SIZE]! + (plane[at + VIEW_SIZE + 1]! - plane[at + VIEW_SIZE]!) * (x - left);
  return upper + (lower - upper) * (y - top);
}

/** Adds margins left and right in which cut-off shoulders continue: mirrored, with their slope. */
function widen(
  image: RgbaImage,
  person: Float32Array,
  {
    margin,
    middleX,
    chinY,
    perCm,
  }: {
    readonly margin: number;
    readonly middleX: number;
    readonly chinY: number;
    readonly perCm: number;
  },
): {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly pixels: Uint8Array;
} {
  const left = margin + (margin & 1);
  const width = (image.width + 2 * left + 1) & ~1;
  const height = image.height & ~1;
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = column - left;
      const beyond = x < 0 ? -x : Math.max(0, x - image.width + 1);
      const inX = x < 0 ? -x : x >= image.width ? 2 * image.width - 2 - x : x;
      const inY = Math.round(row - 2 * SHOULDER_FALL * beyond);
      const at = (row * width + column) * 4;
      if (inX < 0 || inX >= image.width || inY < 0) {
        continue;
      }
      const from = inY * image.width + inX;
      pixels[at] = image.pixels[from * 4]!;
      pixels[at + 1] = image.pixels[from * 4 + 1]!;
      pixels[at + 2] = image.pixels[from * 4 + 2]!;
      const across = Math.abs(x - middleX) / perCm;
      const isArm =
        beyond === 0
          ? 1
          : 1 - smoothstep(SHOULDER_HALF_CM - SHOULDER_EDGE_CM, SHOULDER_HALF_CM, across);
      const isBelow = beyond === 0 ? 1 : smoothstep(0, 2, (row - chinY) / perCm);
      pixels[at + 3] = Math.round(255 * person[from]! * isArm * isBelow);
    }
  }
  return { width, height, left, pixels };
}

/** Downscales by area averaging, to `1 / wanted` of the size or less. */
function reduce(image: RgbaImage, wanted: number): RgbaImage {
  const factor = Math.max(wanted, Math.max(image.width, image.height) / LONGEST_SIDE);
  if (factor <= 1.05) {
    return image;
  }
  const width = Math.round(image.width / factor);
  const height = Math.round(image.height / factor);
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let row = 0; row < height; row += 1) {
    const top = Math.floor((row * image.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * image.height) / height));
    for (let column = 0; column < width; column += 1) {
      const left = Math.floor((column * image.width) / width);
      const right = Math.max(left + 1, Math.floor(((column + 1) * image.width) / width));
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let y = top; y < bottom; y += 1) {
          for (let x = left; x < right; x += 1) {
            sum += image.pixels[(y * image.width + x) * 4 + channel]!;
          }
        }
        pixels[(row * width + column) * 4 + channel] =
          sum / ((bottom - top) * (right - left)) + 0.5;
      }
    }
  }
  return { width, height, pixels };
}
