/**
 * What a person holds: around their hand there is, in most frames, something of one colour that is no skin, no cloth of theirs
 * and not the scene.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { selectConnected } from '../../vision/regions.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { joint, JOINT_VALUES, torsoLengthOf } from '../joints.ts';
import { createBodyHull } from './body-hull.ts';
import { applyView } from './camera-path.ts';
import type { CaptionWatch } from './caption-watch.ts';
import { readMask } from './person-hole.ts';
import type { PlateSample } from './plate-sample.ts';

/** A frame and the scene behind it. */
interface SeenScene {
  readonly picture: I420Frame;
  readonly joints: Float32Array;
  /** The plate, and the way from the frame to it. */
  readonly plate: I420Frame;
  readonly view: Similarity;
}

/** What is known before frames are drawn. */
export interface HeldReading {
  readonly samples: readonly PlateSample[];
  readonly captions: CaptionWatch;
  /** The plate. */
  readonly image: I420Frame;
  /** From frames to the plate. */
  readonly views: readonly Similarity[];
  /** Chroma of the person's skin. */
  readonly skin: { readonly u: number; readonly v: number };
}

const hands = [
  [joint.leftWrist, joint.leftIndex],
  [joint.rightWrist, joint.rightIndex],
] as const;
const VISIBLE = 0.5;
const PERSON = 160;
/** Around a hand, in torso lengths: where things are found, and how far they go. */
const [NEAR, FAR] = [0.24, 0.5] as const;
/** Levels by which a thing differs from the scene, and from skin. */
const OTHER = { luma: 26, chroma: 10 } as const;
const NOT_SKIN = 15;
/** A colour is a cloth's from this part of it on. */
const MIN_CLOTH = 0.002;
/** A colour is held when so much of the samples have it around the hand, on so much of the place. */
const [MIN_SAMPLES, MIN_PART] = [0.6, 0.004] as const;
const FEWEST_SAMPLES = 4;
/** All held colours together are so much of the place around a hand, or nothing is held. */
const MIN_HELD = 0.03;
/** Pixels around words that are mixed with them. */
const WORD_MARGIN = 2;
const BINS = 16 * 16 * 16;

/** Draws what hands hold. */
export interface HeldThings {
  /** Sets the weights (0..255, rows without gaps of `width`) of what is held to all. */
  draw(weights: Uint8Array, width: number, scene: SeenScene): void;
}

/** Finds what hands hold; null where that is nothing. */
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
            const place = placeOf(scene.joints, hands[at], FAR);
            if (colours !== null && place !== null) {
              drawThing(weights, width, { scene, colours, place });
            }
          }
        },
      };
}

interface ReadSample extends PlateSample {
  /** Not 0 where words lie over it; rows of the frame's width. */
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

/** Around the middle of a hand; null where it is not seen. */
function placeOf(
  joints: Float32Array,
  [wrist, index]: readonly [number, number],
  reach: number,
): Place | null {
  const [a, b] = [wrist * JOINT_VALUES, index * JOINT_VALUES];
  return (joints[a + 3] ?? 0) > VISIBLE && (joints[b + 3] ?? 0) > VISIBLE
    ? {
        x: joints[b] + (joints[b] - joints[a]) * 0.2,
        y: joints[b + 1] + (joints[b + 1] - joints[a + 1]) * 0.2,
        radius: reach * torsoLengthOf(joints),
      }
    : null;
}

/** Colours of what the person wears, as 1 by their bins. */
function findCloth(samples: readonly ReadSample[]): Uint8Array {
  const counts = new Uint32Array(BINS);
  let all = 0;
  for (const { frame, pose, words } of samples) {
    const [maskAt, isBody] = [readMask(pose), createBodyHull(pose.joints, 'sure')];
    const places = hands.flatMap((hand) => placeOf(pose.joints, hand, NEAR) ?? []);
    for (let y = 0; y < frame.height; y += 2) {
      for (let x = 0; x < frame.width; x += 2) {
        const isCloth =
          maskAt(x, y) > PERSON &&
          isBody(x, y) &&
          words[y * frame.width + x] === 0 &&
          !places.some((place) => isIn(place, x, y));
        if (isCloth) {
          counts[binOf(frame, x, y)] += 1;
          all += 1;
        }
      }
    }
  }
  return widen(counts.map((count) => (count > all * MIN_CLOTH ? 1 : 0)));
}

/** Colours of what a hand holds; null where it holds nothing. */
function findHeldColours(
  samples: readonly ReadSample[],
  { image: plate, views, skin }: HeldReading,
  { hand, cloth }: { readonly hand: readonly [number, number]; readonly cloth: Uint8Array },
): Uint8Array | null {
  const seen = new Uint16Array(BINS);
  const sums = new Float64Array(BINS);
  let count = 0;
  for (const {
    frame: picture,
    pose: { joints },
    index,
    words,
  } of samples) {
    const place = placeOf(joints, hand, NEAR);
    if (place === null) {
      continue;
    }
    const own = new Uint32Array(BINS);
    const isThing = createTest({ picture, joints, plate, view: views[index] }, skin);
    forEachIn(place, picture, (x, y) => {
      const bin = binOf(picture, x, y);
      own[bin] += cloth[bin] === 0 && words[y * picture.width + x] === 0 && isThing(x, y) ? 1 : 0;
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

/** Whether a pixel is neither the scene nor skin. */
function createTest(
  { picture, plate, view }: SeenScene,
  skin?: HeldReading['skin'],
): (x: number, y: number) => boolean {
  return (x, y) => {
    const [column, row] = applyView(view, x, y).map(Math.round);
    const isInside = x >= 0 && y >= 0 && x < picture.width && y < picture.height;
    if (!isInside || column < 0 || row < 0 || column >= plate.width || row >= plate.height) {
      return false;
    }
    const own = (y >> 1) * picture.strideU + (x >> 1);
    const there = (row >> 1) * plate.strideU + (column >> 1);
    const [u, v] = [picture.u[own], picture.v[own]];
    const isSkin = skin !== undefined && Math.hypot(u - skin.u, v - skin.v) < NOT_SKIN;
    return (
      !isSkin &&
      (Math.abs(picture.y[y * picture.strideY + x] - plate.y[row * plate.strideY + column]) >
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
  const { picture } = scene;
  const side = 2 * Math.ceil(place.radius) + 1;
  const [left, top] = [Math.round(place.x) - (side >> 1), Math.round(place.y) - (side >> 1)];
  const mask = new Uint8Array(side * side);
  const isThing = createTest(scene);
  const near = (place.radius * NEAR) / FAR;
  forEachIn(place, picture, (x, y) => {
    mask[(y - top) * side + x - left] =
      colours[binOf(picture, x, y)] === 1 && isThing(x, y) ? 1 : 0;
  });
  const thing = selectConnected(mask, side, (at) => {
    const [x, y] = [left + (at % side), top + Math.floor(at / side)];
    return (x - place.x) ** 2 + (y - place.y) ** 2 < near * near;
  });
  // Its rim is mixed with what is beside it.
  const rim = grow(thing, side, () => true);
  const whole = grow(rim, side, (at) => isThing(left + (at % side), top + Math.floor(at / side)));
  for (const [at, value] of whole.entries()) {
    const [x, y] = [left + (at % side), top + Math.floor(at / side)];
    if (value === 1 && x >= 0 && x < width && y >= 0 && y * width < weights.length) {
      weights[y * width + x] = 255;
    }
  }
}

/** A mask with the pixels beside it for which `isMember` holds. */
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

/** Sixteen steps of luma; chroma in steps of 8 around grey, where cameras have it. */
function binOf({ y, u, v, strideY, strideU }: I420Frame, column: number, row: number): number {
  const half = (row >> 1) * strideU + (column >> 1);
  return (
    ((y[row * strideY + column] >> 4) << 8) | (binOfChroma(u[half]) << 4) | binOfChroma(v[half])
  );
}

function binOfChroma(value: number): number {
  return Math.max(0, Math.min(15, (value - 64) >> 3));
}

/** Bins with those beside them. */
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
