/** Finds the shadow around the feet of a person. It moves with the feet, so the ground is completed without it. */
import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp, computeMedian } from '../../vision/math.ts';
import { distanceTo, selectConnected } from '../../vision/regions.ts';
import { joint, JOINT_VALUES, toTorsoLength } from '../joints.ts';

/**
 * Area around the feet that is searched, and distance range of the lit ground to both sides of them, in torso lengths.
 */
const REACH = { aside: 0.75, up: 0.22, down: 0.24 } as const;
const LIGHT = { from: 0.5, to: 1.6 } as const;
/**
 * Brightness of shadows relative to the lit ground: below the minimum it is another object, below `SURE` it is surely
 * shadow, below `EDGE` it may be a soft edge.
 */
const DARKEST = 0.3;
const SURE = 0.88;
const EDGE = 0.95;
/** Maximum difference between the channels' brightness relative to the ground; shoes and carpets differ more. */
const MAX_TINT = 0.14;
const PERSON = 40;
/** Maximum distance of a shadow from the feet, and of its soft edge from its core, in pixels. */
const NEAR = 3;
const SOFT = 4;
/** Minimum and maximum size, as a fraction of the ground that is searched: less is noise, more is another floor. */
const MIN = 0.015;
const MAX = 0.5;
/** Minimum number of pixels of lit ground in a row. */
const MIN_LIGHT = 6;

/** Maximum number of core pixels on the rim of the area that is searched. */
const MAX_AT_RIM = 3;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the indices of the pixels in the shadow around the feet; null if there is none, or if it continues beyond the
 * area.
 */
export function findFootShadow(
  image: RgbaImage,
  alpha: Uint8Array,
  joints: Float32Array,
): readonly number[] | null {
  const feet = [joint.leftAnkle, joint.rightAnkle].map((ankle, side) => {
    const toe = side === 0 ? joint.leftToe : joint.rightToe;
    const heel = side === 0 ? joint.leftHeel : joint.rightHeel;
    const low = Math.max(joints[heel * JOINT_VALUES + 1], joints[toe * JOINT_VALUES + 1]);
    return { x: joints[ankle * JOINT_VALUES], low };
  });
  const torso = toTorsoLength(joints);
  const box = boxAround(image, feet, torso);
  if (box === null) {
    return null;
  }
  const isPerson = new Uint8Array(box.width * box.height);
  const sure = new Uint8Array(isPerson.length);
  const soft = new Uint8Array(isPerson.length);
  let ground = 0;
  for (let row = 0; row < box.height; row += 1) {
    const light = measureLight(image, alpha, { y: box.top + row, feet, torso });
    for (let column = 0; column < box.width; column += 1) {
      const at = row * box.width + column;
      const from = (box.top + row) * image.width + box.left + column;
      isPerson[at] = alpha[from] > PERSON ? 1 : 0;
      if (isPerson[at] === 0 && light !== null) {
        ground += 1;
        const dark = computeDarkness(image, from, light);
        sure[at] = dark < SURE ? 1 : 0;
        soft[at] = dark < EDGE ? 1 : 0;
      }
    }
  }
  const nearFeet = distanceTo(isPerson, box.width);
  const core = selectConnected(sure, box.width, (index) => nearFeet[index] < NEAR);
  // A shadow that continues is cast by a lamp or the sun, and would be cut off.
  if (countAtRim(core, box) > MAX_AT_RIM) {
    return null;
  }
  const nearCore = distanceTo(core, box.width);
  const found: number[] = [];
  for (let at = 0; at < core.length; at += 1) {
    if (core[at] === 1 || (soft[at] === 1 && nearCore[at] < SOFT)) {
      found.push(
        (box.top + Math.floor(at / box.width)) * image.width + box.left + (at % box.width),
      );
    }
  }
  return found.length <= ground * MIN || found.length > ground * MAX ? null : found;
}

function countAtRim(mask: Uint8Array, { width, height }: Box): number {
  let count = 0;
  for (let at = 0; at < mask.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isRim = x === 0 || y === 0 || x === width - 1 || y === height - 1;
    count += isRim ? mask[at] : 0;
  }
  return count;
}

type Foot = { readonly x: number; readonly low: number };

function boxAround({ width, height }: RgbaImage, feet: readonly Foot[], torso: number): Box | null {
  const xs = feet.map(({ x }) => x);
  const lows = feet.map(({ low }) => low);
  const left = Math.floor(clamp(Math.min(...xs) - torso * REACH.aside, 0, width));
  const right = Math.ceil(clamp(Math.max(...xs) + torso * REACH.aside, 0, width));
  const top = Math.floor(clamp(Math.min(...lows) - torso * REACH.up, 0, height));
  const bottom = Math.ceil(clamp(Math.max(...lows) + torso * REACH.down, 0, height));
  return right - left < 8 || bottom - top < 4
    ? null
    : { left, top, width: right - left, height: bottom - top };
}

/** Returns the median red, green and blue of the lit ground in a row; null with too few pixels. */
function measureLight(
  { width, pixels }: RgbaImage,
  alpha: Uint8Array,
  {
    y,
    feet,
    torso,
  }: { readonly y: number; readonly feet: readonly Foot[]; readonly torso: number },
): readonly [number, number, number] | null {
  const xs = feet.map(({ x }) => x);
  const [min, max] = [Math.min(...xs), Math.max(...xs)];
  const members: number[] = [];
  const add = (from: number, to: number): void => {
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, to); x += 2) {
      if (alpha[y * width + x] <= PERSON) {
        members.push((y * width + x) * 4);
      }
    }
  };
  add(min - torso * LIGHT.to, min - torso * LIGHT.from);
  add(max + torso * LIGHT.from, max + torso * LIGHT.to);
  if (members.length < MIN_LIGHT) {
    return null;
  }
  const median = (channel: number): number =>
    computeMedian(
      members.map((at) => pixels[at + channel]),
      0,
    );
  return [median(0), median(1), median(2)];
}

/** Returns the brightness of a pixel relative to the lit ground; 1 for pixels that cannot be its shadow. */
function computeDarkness(
  { pixels }: RgbaImage,
  index: number,
  light: readonly [number, number, number],
): number {
  const ratios = light.map((value, channel) => (pixels[index * 4 + channel] + 1) / (value + 1));
  const [min, max] = [Math.min(...ratios), Math.max(...ratios)];
  return min < DARKEST || max - min > MAX_TINT ? 1 : max;
}
