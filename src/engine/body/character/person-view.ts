/** The crop of a still around its person, with a mask. */
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { sampleI420 } from '../../pixels/sample-i420.ts';
import { createSampleTarget } from '../../pixels/sample-target.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { toOutput, type FixedModel } from '../../track/fixed-model.ts';
import { fitGuidedFilter } from '../../vision/guided-filter.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { distanceTo, selectConnected, threshold } from '../../vision/regions.ts';
import {
  BODY_MASK_SIZE,
  type BodyPose,
  JOINT_VALUES,
  middleOfHips,
  middleOfShoulders,
} from '../joints.ts';
import { addMissedFeet } from './add-missed-feet.ts';

/** A crop of a still around its person; every plane has `width * height` values. */
export interface PersonView {
  /** Position of the crop in the still; even, as are its sides. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Interleaved red, green and blue. */
  readonly colours: Float32Array;
  /** Person mask, 0..1. */
  readonly person: Float32Array;
  /** Joints in pixels of the crop. */
  readonly joints: Float32Array;
}

const MATTE_SIZE = 256;
/** Margin around the pose network's mask, as a fraction of its longer side. */
const MARGIN = 0.12;
const SEEN = 0.3;
/**
 * Weight of the pose network's mask, which selects the person; the matting network, which finds the edges, has the
 * rest.
 */
const POSE_WEIGHT = 0.55;
const NOISE = 8;
/** Length of the view's longer side per pixel of the guided filter's radius. */
const EDGE_PART = 160;

/** Crops a still around the person of a pose, and computes the mask. */
export function findPersonView(image: RgbaImage, pose: BodyPose, matte: FixedModel): PersonView {
  const box = findBox(image, pose);
  const { left, top, width, height } = box;
  const colours = new Float32Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    let from = ((top + row) * image.width + left) * 4;
    for (let at = row * width * 3; at < (row + 1) * width * 3; at += 3, from += 4) {
      colours[at] = image.pixels[from];
      colours[at + 1] = image.pixels[from + 1];
      colours[at + 2] = image.pixels[from + 2];
    }
  }
  const joints = pose.joints.slice();
  for (let at = 0; at < joints.length; at += JOINT_VALUES) {
    joints[at] -= left;
    joints[at + 1] -= top;
  }
  const coarse = mixMattes(image, pose, { matte, box });
  const fine = refine(colours, coarse, box);
  if (pose.isPlaced !== true) {
    addMissedFeet({ width, height, colours, person: fine, joints });
  }
  // Joints set by hand are often on drawings, whose heads may be detached; other people are not cut out with them.
  const person = pose.isPlaced === true ? fine : selectPerson(fine, width, joints);
  return { ...box, colours, person, joints };
}

interface ViewBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the box around the pose network's mask, with a margin. */
function findBox({ width, height }: RgbaImage, { mask, region }: BodyPose): ViewBox {
  let [minX, minY, maxX, maxY] = [width, height, 0, 0];
  const cos = (Math.cos(region.rotation) * region.width) / BODY_MASK_SIZE;
  const sin = (Math.sin(region.rotation) * region.width) / BODY_MASK_SIZE;
  for (let index = 0; index < mask.length; index += 1) {
    if (mask[index] >= SEEN * 255) {
      const x = (index % BODY_MASK_SIZE) + 0.5 - BODY_MASK_SIZE / 2;
      const y = Math.floor(index / BODY_MASK_SIZE) + 0.5 - BODY_MASK_SIZE / 2;
      const [px, py] = [region.centreX + x * cos - y * sin, region.centreY + x * sin + y * cos];
      minX = Math.min(minX, px);
      maxX = Math.max(maxX, px);
      minY = Math.min(minY, py);
      maxY = Math.max(maxY, py);
    }
  }
  const margin = MARGIN * Math.max(8, maxX - minX, maxY - minY);
  const left = clamp(Math.floor(minX - margin), 0, width - 2) & ~1;
  const top = clamp(Math.floor(minY - margin), 0, height - 2) & ~1;
  const right = clamp(Math.ceil(maxX + margin), left + 2, width);
  const bottom = clamp(Math.ceil(maxY + margin), top + 2, height);
  return { left, top, width: (right - left) & ~1, height: (bottom - top) & ~1 };
}

function mixMattes(
  image: RgbaImage,
  { mask, region, isPlaced = false }: BodyPose,
  { matte, box }: { readonly matte: FixedModel; readonly box: ViewBox },
): Float32Array {
  const { left, top, width, height } = box;
  const whole: Region = {
    centreX: left + width / 2,
    centreY: top + height / 2,
    width,
    height,
    rotation: 0,
  };
  const size = { width: MATTE_SIZE, height: MATTE_SIZE, low: 0, high: 1, border: 'edge' } as const;
  const weight = isPlaced ? 1 : POSE_WEIGHT;
  if (!isPlaced) {
    sampleI420(toI420(image), whole, createSampleTarget(matte.input, size));
    matte.run();
  }
  const other = toOutput(matte, 'activation_10');
  const cos = (Math.cos(region.rotation) * BODY_MASK_SIZE) / region.width;
  const sin = (Math.sin(region.rotation) * BODY_MASK_SIZE) / region.width;
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const dy = top + row + 0.5 - region.centreY;
    const y = ((row + 0.5) * MATTE_SIZE) / height - 0.5;
    for (let column = 0; column < width; column += 1) {
      const dx = left + column + 0.5 - region.centreX;
      const maskX = dx * cos + dy * sin + BODY_MASK_SIZE / 2 - 0.5;
      const maskY = dy * cos - dx * sin + BODY_MASK_SIZE / 2 - 0.5;
      const isInside =
        maskX > -0.5 &&
        maskY > -0.5 &&
        maskX < BODY_MASK_SIZE - 0.5 &&
        maskY < BODY_MASK_SIZE - 0.5;
      const byPose = isInside ? readSquare(mask, BODY_MASK_SIZE, maskX, maskY) / 255 : 0;
      const x = ((column + 0.5) * MATTE_SIZE) / width - 0.5;
      const byMatte = readSquare(other, MATTE_SIZE, x, y);
      values[row * width + column] = byPose * weight + byMatte * (1 - weight);
    }
  }
  return values;
}

/** Samples a square plane bilinearly, clamped at its edges. */
function readSquare(plane: Float32Array | Uint8Array, size: number, x: number, y: number): number {
  const px = clamp(x, 0, size - 1.001);
  const py = clamp(y, 0, size - 1.001);
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const at = top * size + left;
  const upper = plane[at] + (plane[at + 1] - plane[at]) * (px - left);
  const below = at + size;
  const lower = plane[below] + (plane[below + 1] - plane[below]) * (px - left);
  return upper + (lower - upper) * (py - top);
}

/** Refines the mask: the networks decide inside and outside, and a guided filter moves the edge to the colours. */
function refine(colours: Float32Array, coarse: Float32Array, { width, height }: ViewBox) {
  const radius = Math.max(3, Math.round(Math.max(width, height) / EDGE_PART));
  const rule = fitGuidedFilter(colours, coarse, { width, radius, noise: NOISE });
  return coarse.map((value, index) => {
    const at = index * 3;
    const fine =
      rule.red[index] * colours[at] +
      rule.green[index] * colours[at + 1] +
      rule.blue[index] * colours[at + 2] +
      rule.offset[index];
    const isEdge = smoothstep(0.03, 0.25, value) * (1 - smoothstep(0.85, 0.98, value));
    return smoothstep(0.35, 0.85, value + (fine - value) * isEdge);
  });
}

/** Keeps the pixels that are connected with the chest, and removes other people. */
function selectPerson(values: Float32Array, width: number, joints: Float32Array): Float32Array {
  const chest = middleOfShoulders(joints);
  const hips = middleOfHips(joints);
  const reach = Math.max(6, Math.hypot(chest.x - hips.x, chest.y - hips.y) * 0.15);
  const solid = threshold(values, 0.5);
  const kept = selectConnected(solid, width, (index) => {
    const y = Math.floor(index / width);
    return Math.hypot((index % width) - chest.x, y - chest.y) < reach;
  });
  const near = distanceTo(kept, width);
  return values.map((value, index) => (near[index] < 4 ? value : 0));
}
