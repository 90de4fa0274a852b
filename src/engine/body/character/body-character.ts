/**
 * Makes a character from a still: its person in layers that joints move, and the ground without the person:
 *
 *   matte -> limbs divided from the torso -> hidden parts are completed -> nets; the ground is completed too
 */
import { completeGround } from '../../talk/avatar/complete-ground.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { clamp } from '../../vision/math.ts';
import { type BodyPose, JOINT_VALUES, type Limb, limbJoints, limbs } from '../joints.ts';
import type { BodyPart } from './body-part.ts';
import { divideBody } from './divide-body.ts';
import { findFootShadow } from './find-foot-shadow.ts';
import type { PartImage } from './find-hidden-hands.ts';
import { findPocketedArms } from './find-pocketed-arms.ts';
import { colourLayer, type LayerImage } from './layer-colours.ts';
import { maskLayer } from './layer-mask.ts';
import { createLayerNet, type LayerNet, type NetPasses, singlePass } from './layer-net.ts';
import {
  distanceToLimb,
  isArm,
  isInsideImage,
  jointAt,
  type LimbLine,
  listLimbPoints,
} from './limb-line.ts';
import { measureLimbLines } from './limb-lines.ts';
import { mirrorHiddenHand } from './mirror-forearm.ts';
import type { ParsePerson } from './part-labels.ts';
import { findPersonView, type PersonView } from './person-view.ts';
import { findLooseHair, type LooseHair } from './loose-hair.ts';
import { measureProfile } from './profile-torso.ts';
import { toTorsoFrame } from './torso-frame.ts';

/** A part of a person that can be bent. */
export interface BodyLayer {
  readonly part: BodyPart;
  /** In pixels of the still. */
  readonly image: LayerImage;
  readonly net: LayerNet;
}

/** A person of a still in layers, ready to be moved. */
export interface BodyLayers {
  /** Size of the still; even. */
  readonly width: number;
  readonly height: number;
  /** The joints of the still, in its pixels. */
  readonly joints: Float32Array;
  readonly layers: readonly BodyLayer[];
  /** Matte of the person, 0..255 per pixel of the still. */
  readonly alpha: Uint8Array;
  /** Measured lines of the limbs, which may differ from their joints, with half widths in pixels. */
  readonly lines: Readonly<Record<Limb, LimbLine>>;
  /** Limbs that the still shows whole, so that they can be moved. */
  readonly shown: Readonly<Record<Limb, boolean>>;
  /** True if a skirt or coat hangs over both legs. */
  readonly hasSkirt: boolean;
  /** Long hair over the torso; null or absent if there is none. */
  readonly looseHair?: LooseHair | null | undefined;
}

/** The person of a still in layers, and the ground behind. */
export interface BodyCharacter extends BodyLayers {
  /** The still without its person and without the shadow at the feet. */
  readonly ground: RgbaImage;
  /** True if the still has a shadow at the feet. */
  readonly hasFootShadow: boolean;
}

/** Networks and options that prepare the person of a still. */
export interface Preparation {
  readonly matte: FixedModel;
  /** The user's network that labels the pixels of a person; absent for none. */
  readonly parse?: ParsePerson | null | undefined;
  /** Limbs behind those of the other side when the person is seen from the side; otherwise absent. */
  readonly behind?: readonly Limb[] | undefined;
  /** Awaited between steps of some tens of milliseconds. */
  readonly pause: () => Promise<void>;
}

/** Centimetres of a torso from shoulders to hips. */
const TORSO_CM = 48;
/**
 * Scale of the margin in which the ground is completed: mattes of bodies miss hands, shoes and hair farther out than
 * those of heads.
 */
const GROUND_MARGIN = 1.2;
/**
 * Number of horizontal bands: a standing person hides all heights of a scene, so each band is completed from its sides.
 */
const BANDS = 6;
/** Distance of the net's nodes in torso lengths, and its limits in pixels. */
const CELL = 1 / 32;
const CELL_PIXELS = [4, 14] as const;
/** Radius around hands and feet in which the ground is completed, in their half widths. */
const TIP_REACH = 1.1;
/** Joints of the still that are less visible belong to a limb that it does not show. */
const VISIBLE = 0.3;

/** Prepares the person of a pose, and the ground without them. Takes seconds. */
export async function prepareBodyCharacter(
  image: RgbaImage,
  pose: BodyPose,
  preparation: Preparation,
): Promise<BodyCharacter> {
  const body = await layerBody(image, pose, preparation);
  const { length } = toTorsoFrame(pose.joints);
  const scale = (length / TORSO_CM) * GROUND_MARGIN;
  const alpha = coverTips(body.alpha, body.lines, image);
  const standsOnFeet = body.shown.leftLeg && body.shown.rightLeg;
  const shadow = standsOnFeet ? findFootShadow(image, body.alpha, pose.joints) : null;
  for (const index of shadow ?? []) {
    alpha[index] = 255;
  }
  const { pause } = preparation;
  const ground = await completeGround({
    image,
    alpha,
    scale,
    bands: BANDS,
    hasWholeGround: true,
    pause,
  });
  return { ...body, ground, hasFootShadow: shadow !== null };
}

/** Divides the person of a pose into layers, without the ground. Takes about two seconds. */
export async function layerBody(
  image: RgbaImage,
  pose: BodyPose,
  { matte, parse = null, behind, pause }: Preparation,
): Promise<BodyLayers> {
  const view = findPersonView(image, pose, matte);
  const frame = toTorsoFrame(view.joints);
  const isProfile = behind !== undefined;
  const torso = isProfile ? measureProfile(view, frame) : frame;
  const lines = measureLimbLines(view, isProfile);
  const left = [...findPocketedArms(view, lines), ...(behind ?? [])];
  const shown = findShown(image, pose.joints, left);
  await pause();
  const labels = parse === null ? null : await parse(view);
  const divided = divideBody(view, { torso, lines, shown, labels, isProfile });
  await pause();
  const parts: readonly BodyPart[] = [
    'torso',
    'head',
    ...limbs.filter((limb) => shown[limb]),
    ...(divided.armHair === null ? [] : (['hair'] as const)),
  ];
  const cell = clamp(torso.length * CELL, ...CELL_PIXELS);
  const images: PartImage[] = [];
  for (const part of parts) {
    const mask = maskLayer({ view, torso, lines, divided }, part);
    images.push({ part, image: toStill(await colourLayer(view, mask, pause), view) });
    await pause();
  }
  const drawn = { joints: pose.joints, layers: images, lines: moveLines(lines, view), shown };
  const whole = isProfile ? drawn : mirrorHiddenHand(drawn);
  const { width, height } = image;
  return {
    ...whole,
    width,
    height,
    layers: whole.layers.map((layer) => {
      const isLimb = layer.part !== 'torso' && layer.part !== 'head' && layer.part !== 'hair';
      const passes = isLimb ? splitAt(whole.joints, layer.part, cell) : singlePass;
      return { ...layer, net: createLayerNet(layer.image, cell, passes) };
    }),
    alpha: spreadAlpha(view, image),
    hasSkirt: divided.hasSkirt,
    looseHair: findLooseHair(view, torso, divided.owners),
  };
}

function findShown(
  image: RgbaImage,
  joints: Float32Array,
  left: readonly Limb[],
): Readonly<Record<Limb, boolean>> {
  const isShown = (limb: Limb): boolean =>
    !left.includes(limb) &&
    limbJoints[limb]
      .slice(1)
      .every(
        (number) =>
          isInsideImage(jointAt(joints, number), image) &&
          joints[number * JOINT_VALUES + 3] > VISIBLE,
      );
  return {
    leftArm: isShown('leftArm'),
    rightArm: isShown('rightArm'),
    leftLeg: isShown('leftLeg'),
    rightLeg: isShown('rightLeg'),
  };
}

/**
 * Divides a limb at its middle joint into halves that overlap by a cell on each side. Forearms are drawn over upper
 * arms, thighs over calves.
 */
function splitAt(joints: Float32Array, limb: Limb, cell: number): NetPasses {
  const [root, middle, end] = listLimbPoints(joints, limb);
  const [upX, upY] = unit(middle[0] - root[0], middle[1] - root[1]);
  const [downX, downY] = unit(end[0] - middle[0], end[1] - middle[1]);
  const [alongX, alongY] = unit(upX + downX, upY + downY);
  const [upper, lower] = isArm(limb) ? [0, 1] : [1, 0];
  return {
    count: 2,
    passesOf(x, y) {
      const along = (x - middle[0]) * alongX + (y - middle[1]) * alongY;
      return Math.abs(along) < cell ? [upper, lower] : [along < 0 ? upper : lower];
    },
  };
}

function unit(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

function toStill(layer: LayerImage, { left, top }: PersonView): LayerImage {
  return { ...layer, left: layer.left + left, top: layer.top + top };
}

function moveLines(
  lines: Readonly<Record<Limb, LimbLine>>,
  { left, top }: PersonView,
): Readonly<Record<Limb, LimbLine>> {
  const move = ({ points, radii }: LimbLine): LimbLine => ({
    points: points.map(([x, y]) => [x + left, y + top]),
    radii,
  });
  return {
    leftArm: move(lines.leftArm),
    rightArm: move(lines.rightArm),
    leftLeg: move(lines.leftLeg),
    rightLeg: move(lines.rightLeg),
  };
}

/** Adds fingers and toes, which the matte misses, to the area in which the ground is completed. */
function coverTips(
  alpha: Uint8Array,
  lines: Readonly<Record<Limb, LimbLine>>,
  { width, height }: RgbaImage,
): Uint8Array {
  const covered = alpha.slice();
  for (const limb of limbs) {
    const { points, radii } = lines[limb];
    const tip = { points: points.slice(2), radii: radii.slice(2) };
    const reach = radii[2] * TIP_REACH;
    const [xs, ys] = [tip.points.map(([x]) => x), tip.points.map(([, y]) => y)];
    const right = Math.min(width - 1, Math.max(...xs) + reach);
    const bottom = Math.min(height - 1, Math.max(...ys) + reach);
    for (let y = Math.max(0, Math.floor(Math.min(...ys) - reach)); y <= bottom; y += 1) {
      for (let x = Math.max(0, Math.floor(Math.min(...xs) - reach)); x <= right; x += 1) {
        if (distanceToLimb(tip, x, y) < TIP_REACH) {
          covered[y * width + x] = 255;
        }
      }
    }
  }
  return covered;
}

function spreadAlpha(view: PersonView, { width, height }: RgbaImage): Uint8Array {
  const alpha = new Uint8Array(width * height);
  for (let row = 0; row < view.height; row += 1) {
    for (let column = 0; column < view.width; column += 1) {
      const value = view.person[row * view.width + column];
      alpha[(row + view.top) * width + column + view.left] = value * 255 + 0.5;
    }
  }
  return alpha;
}
