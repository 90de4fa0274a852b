/**
 * Finds objects that a person holds: areas around the hand that have one colour in most frames, which is neither skin,
 * nor the person's clothes, nor the scene.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { selectConnected } from '../../vision/regions.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { joint, JOINT_VALUES, toTorsoLength } from '../joints.ts';
import { createBodyHull } from './body-hull.ts';
import type { CaptionWatch } from './caption-watch.ts';
import { readMask } from './person-hole.ts';
import type { PlateSample } from './plate-sample.ts';

/** A frame and the scene behind it. */
interface SeenScene {
  readonly planes: I420Frame;
  readonly joints: Float32Array;
  /** The plate, and the transform from the frame to it. */
  readonly plate: I420Frame;
  readonly view: Similarity;
}

/** Data that is collected before frames are drawn. */
export interface HeldReading {
  readonly samples: readonly PlateSample[];
  readonly captions: CaptionWatch;
  /** The plate. */
  readonly image: I420Frame;
  /** Transforms from frames to the plate. */
  readonly views: readonly Similarity[];
  /** Chroma of the person's skin. */
  readonly skin: { readonly u: number; readonly v: number };
}

/** Wrist, index finger and elbow of each arm. */
type Hand = readonly [wrist: number, index: number, elbow: number];

const hands: readonly Hand[] = [
  [joint.leftWrist, joint.leftIndex, joint.leftElbow],
  [joint.rightWrist, joint.rightIndex, joint.rightElbow],
];
const VISIBLE = 0.5;
const PERSON = 160;
/** Radius around a hand in which objects are found, and to which they extend, in torso lengths. */
const [NEAR, FAR] = [0.24, 0.5] as const;
/** Distance of the middle of a grip beyond the index finger's knuckle, in lengths from the wrist to it. */
const GRIP = 0.8;
/** Minimum difference of an object from the scene, and of its chroma from skin, in levels. */
const OTHER = { luma: 26, chroma: 10 } as const;
const NOT_SKIN = 15;
/** Minimum fraction of the clothes' pixels that a colour of the clothes has. */
const MIN_CLOTH = 0.002;
/** A colour is held if this fraction of the samples has it around the hand, on more than this fraction of the area. */
const [MIN_SAMPLES, MIN_PART] = [0.6, 0.004] as const;
const FEWEST_SAMPLES = 4;
/** Distance in pixels around a held pixel that is held too: the rim of a hand blends skin with the scene. */
const INSIDE = 2;
/** Half width of a forearm in torso lengths; cuffs, watches and wristbands are part of the person. */
const FOREARM = 0.09;
/** Length of a forearm whose elbow is not visible, in lengths of the hand to the index finger's knuckle. */
const FOREARM_HANDS = 3;
/** Minimum mean fraction of the area around a hand that all held colours cover together. */
const MIN_HELD = 0.03;
/** Margin around captions in which pixels are blended with them. */
const WORD_MARGIN = 2;
const BINS = 16 * 16 * 16;

/** Draws the objects that hands hold. */
export interface HeldThings {
  /** Sets the weights of held objects to 255; rows have `width` values without gaps. */
  draw(weights: Uint8Array, width: number, scene: SeenScene): void;
}

/** Finds the objects that hands hold; null if there are none. */
export function findHeldThings(reading: HeldReading): HeldThings | null {
  const samples = reading.samples.map((sample) => ({
    ...sample,
    words: drawWords(reading, sample),
  }));
  const cloth = findCloth(samples);
  const found = hands.map((hand) => findHeldColours(samples, reading, { hand, cloth }));
  return found.every((colours) => colours === null)
    ? null
    : {
        draw(weights, width, scene) {
          for (const [at, colours] of found.entries()) {
            const place = toPosition(scene.joints, hands[at], FAR);
            if (colours !== null && place !== null) {
              drawThing(weights, width, { scene, colours, place });
            }
          }
        },
      };
}

interface ReadSample extends PlateSample {
  /** Nonzero where captions cover the frame; rows of the frame's width. */
  readonly words: Uint8Array;
}

function drawWords({ captions }: HeldReading, { frame, number }: PlateSample): Uint8Array {
  const words = new Uint8Array(frame.width * frame.height);
  captions.draw(words, frame, { number, width: frame.width, margin: WORD_MARGIN });
  return words;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Returns a circle around a hand; null if the hand is not visible. */
function toPosition(joints: Float32Array, [wrist, index]: Hand, reach: number): Place | null {
  const [a, b] = [wrist * JOINT_VALUES, index * JOINT_VALUES];
  return (joints[a + 3] ?? 0) > VISIBLE && (joints[b + 3] ?? 0) > VISIBLE
    ? {
        x: joints[b] + (joints[b] - joints[a]) * GRIP,
        y: joints[b + 1] + (joints[b + 1] - joints[a + 1]) * GRIP,
        radius: reach * toTorsoLength(joints),
      }
    : null;
}

/** Marks the bins of the colours of the person's clothes. */
function findCloth(samples: readonly ReadSample[]): Uint8Array {
  const counts = new Uint32Array(BINS);
  let all = 0;
  for (const { frame, pose, words } of samples) {
    const [maskAt, isBody] = [readMask(pose), createBodyHull(pose.joints, 'sure')];
    const places = hands.flatMap((hand) => toPosition(pose.joints, hand, NEAR) ?? []);
    for (let y = 0; y < frame.height; y += 2) {
      for (let x = 0; x < frame.width; x += 2) {
        const isCloth =
          maskAt(x, y) > PERSON &&
          isBody(x, y) &&
          words[y * frame.width + x] === 0 &&
          !places.some((place) => isIn(place, x, y));
        if (isCloth) {
          counts[toBin(frame, x, y)] += 1;
          all += 1;
        }
      }
    }
  }
  return widen(counts.map((count) => (count > all * MIN_CLOTH ? 1 : 0)));
}

/** Marks the bins of the colours that a hand holds; null if it holds nothing. */
function findHeldColours(
  samples: readonly ReadSample[],
  { image: plate, views, skin }: HeldReading,
  { hand, cloth }: { readonly hand: Hand; readonly cloth: Uint8Array },
): Uint8Array | null {
  const seen = new Uint16Array(BINS);
  const sums = new Float64Array(BINS);
  let count = 0;
  for (const {
    frame: planes,
    pose: { joints },
    index,
    words,
  } of samples) {
    const place = toPosition(joints, hand, NEAR);
    if (place === null) {
      continue;
    }
    const own = new Uint32Array(BINS);
    const isThing = createTest({ planes, joints, plate, view: views[index] }, skin);
    const isArm = createForearm(joints, hand);
    forEachIn(place, planes, (x, y) => {
      const bin = toBin(planes, x, y);
      const isFree = cloth[bin] === 0 && words[y * planes.width + x] === 0 && !isArm(x, y);
      own[bin] += isFree && isInside(isThing, x, y) ? 1 : 0;
    });
    const area = Math.PI * place.radius ** 2;
    own.forEach((value, bin) => {
      seen[bin] += value > area * MIN_PART ? 1 : 0;
      sums[bin] += value / area;
    });
    count += 1;
  }
  const held = Uint8Array.from(seen, (value) => (value >= count * MIN_SAMPLES ? 1 : 0));
  const part = sums.reduce((sum, value, bin) => sum + value * held[bin], 0) / Math.max(1, count);
  if (count < FEWEST_SAMPLES || part < MIN_HELD) {
    return null;
  }
  return widen(held).map((value, bin) => (cloth[bin] === 1 ? 0 : value));
}

function isInside(isThing: (x: number, y: number) => boolean, x: number, y: number): boolean {
  return (
    isThing(x, y) &&
    isThing(x - INSIDE, y) &&
    isThing(x + INSIDE, y) &&
    isThing(x, y - INSIDE) &&
    isThing(x, y + INSIDE)
  );
}

/** Creates a function that returns whether a point is on the forearm, from the elbow to the wrist. */
function createForearm(
  joints: Float32Array,
  [wrist, index, elbow]: Hand,
): (x: number, y: number) => boolean {
  const [handX, handY] = joints.subarray(wrist * JOINT_VALUES);
  const [tipX, tipY] = joints.subarray(index * JOINT_VALUES);
  const [elbowX, elbowY, , visibility] = joints.subarray(elbow * JOINT_VALUES);
  const isSeen = visibility > VISIBLE;
  // The hand shows the direction of a forearm whose elbow is not visible, such as below the edge of the frame.
  const fromX = isSeen ? elbowX : handX - (tipX - handX) * FOREARM_HANDS;
  const fromY = isSeen ? elbowY : handY - (tipY - handY) * FOREARM_HANDS;
  const [dx, dy] = [handX - fromX, handY - fromY];
  const length = Math.max(1, Math.hypot(dx, dy));
  const half = FOREARM * toTorsoLength(joints);
  return (x, y) => {
    const along = ((x - fromX) * dx + (y - fromY) * dy) / length;
    const across = Math.abs((x - fromX) * dy - (y - fromY) * dx) / length;
    return along > 0 && along < length && across < half;
  };
}

/** Creates a function that returns whether a pixel is neither the scene nor skin. */
function createTest(
  { planes, plate, view }: SeenScene,
  skin?: HeldReading['skin'],
): (x: number, y: number) => boolean {
  return (x, y) => {
    // `applyView` would make an array for each pixel, and five pixels are tested around each.
    const column = Math.round(view.a * x - view.b * y + view.shiftX);
    const row = Math.round(view.b * x + view.a * y + view.shiftY);
    const isInside = x >= 0 && y >= 0 && x < planes.width && y < planes.height;
    if (!isInside || column < 0 || row < 0 || column >= plate.width || row >= plate.height) {
      return false;
    }
    const own = (y >> 1) * planes.strideU + (x >> 1);
    const there = (row >> 1) * plate.strideU + (column >> 1);
    const u = planes.u[own];
    const v = planes.v[own];
    const isSkin = skin !== undefined && Math.hypot(u - skin.u, v - skin.v) < NOT_SKIN;
    return (
      !isSkin &&
      (Math.abs(planes.y[y * planes.strideY + x] - plate.y[row * plate.strideY + column]) >
        OTHER.luma ||
        Math.abs(u - plate.u[there]) > OTHER.chroma ||
        Math.abs(v - plate.v[there]) > OTHER.chroma)
    );
  };
}

function drawThing(
  weights: Uint8Array,
  width: number,
  {
    scene,
    colours,
    place,
  }: {
    readonly scene: SeenScene;
    readonly colours: Uint8Array;
    readonly place: Place;
  },
): void {
  const { planes } = scene;
  const side = 2 * Math.ceil(place.radius) + 1;
  const [left, top] = [Math.round(place.x) - (side >> 1), Math.round(place.y) - (side >> 1)];
  const mask = new Uint8Array(side * side);
  const isThing = createTest(scene);
  const near = (place.radius * NEAR) / FAR;
  forEachIn(place, planes, (x, y) => {
    mask[(y - top) * side + x - left] = colours[toBin(planes, x, y)] === 1 && isThing(x, y) ? 1 : 0;
  });
  const thing = selectConnected(mask, side, (at) => {
    const [x, y] = [left + (at % side), top + Math.floor(at / side)];
    return (x - place.x) ** 2 + (y - place.y) ** 2 < near * near;
  });
  // Pixels at the rim are blended with their surroundings.
  const rim = grow(thing, side, () => true);
  const whole = grow(rim, side, (at) => isThing(left + (at % side), top + Math.floor(at / side)));
  for (let at = 0; at < whole.length; at += 1) {
    const x = left + (at % side);
    const y = top + Math.floor(at / side);
    if (whole[at] === 1 && x >= 0 && x < width && y >= 0 && y * width < weights.length) {
      weights[y * width + x] = 255;
    }
  }
}

/** Extends a mask by the neighbouring pixels for which `isMember` returns true. */
function grow(mask: Uint8Array, width: number, isMember: (at: number) => boolean): Uint8Array {
  return mask.map((value, at) => {
    const isBeside =
      value === 0 &&
      (mask[at - 1] === 1 ||
        mask[at + 1] === 1 ||
        mask[at - width] === 1 ||
        mask[at + width] === 1);
    return isBeside && isMember(at) ? 1 : value;
  });
}

function isIn({ x, y, radius }: Place, column: number, row: number): boolean {
  return (column - x) ** 2 + (row - y) ** 2 < radius * radius;
}

function forEachIn(
  place: Place,
  { width, height }: I420Frame,
  onPixel: (x: number, y: number) => void,
): void {
  const bottom = Math.min(height, Math.ceil(place.y + place.radius));
  const right = Math.min(width, Math.ceil(place.x + place.radius));
  for (let y = Math.max(0, Math.floor(place.y - place.radius)); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(place.x - place.radius)); x < right; x += 1) {
      if (isIn(place, x, y)) {
        onPixel(x, y);
      }
    }
  }
}

/**
 * Returns the bin of a pixel's colour: 16 steps of luma, and chroma in 16 steps of 8 levels around grey, where camera
 * colours are.
 */
function toBin({ y, u, v, strideY, strideU }: I420Frame, column: number, row: number): number {
  const half = (row >> 1) * strideU + (column >> 1);
  return (
    ((y[row * strideY + column] >> 4) << 8) | (binOfChroma(u[half]) << 4) | binOfChroma(v[half])
  );
}

function binOfChroma(value: number): number {
  return Math.max(0, Math.min(15, (value - 64) >> 3));
}

/** Extends bins by their neighbours. */
function widen(bins: Uint8Array | Uint32Array): Uint8Array {
  const wide = new Uint8Array(BINS);
  bins.forEach((value, bin) => {
    if (value === 0) {
      return;
    }
    const [y, u, v] = [bin >> 8, (bin >> 4) & 15, bin & 15];
    for (let at = 0; at < 27; at += 1) {
      const [ny, nu, nv] = [
        y + (at % 3) - 1,
        u + (Math.floor(at / 3) % 3) - 1,
        v + Math.floor(at / 9) - 1,
      ];
      if (Math.min(ny, nu, nv) >= 0 && Math.max(ny, nu, nv) <= 15) {
        wide[(ny << 8) | (nu << 4) | nv] = 1;
      }
    }
  });
  return wide;
}
