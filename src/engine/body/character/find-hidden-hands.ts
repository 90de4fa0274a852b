import { computeMedian } from '../../vision/math.ts';
import { joint, JOINT_VALUES, type Limb } from '../joints.ts';
import type { BodyPart } from './body-part.ts';
import type { LayerImage } from './layer-colours.ts';
import { jointAt, type LimbLine } from './limb-line.ts';
import { isLikeSkin } from './skin-colour.ts';

/** Minimum visibility of the nose of a face whose skin can be compared. */
const VISIBLE = 0.5;
/**
 * Radius of the skin samples around the nose, relative to the distance of the ears, and around a hand, in its half
 * widths.
 */
const FACE_REACH = 0.3;
const HAND_REACH = 1;
const SEEN = 200;
/**
 * Minimum fraction of a visible hand that has the colour of the face; with less, it is in a pocket or glove, or behind
 * something.
 */
const MIN_SKIN = 0.2;
const MIN_PIXELS = 12;

/** A part of a person, in pixels of the still. */
export interface PartImage {
  readonly part: BodyPart;
  readonly image: LayerImage;
}

/** A person in parts, whose hands are searched. */
export interface HandedBody {
  readonly joints: Float32Array;
  readonly layers: readonly PartImage[];
  readonly lines: Readonly<Record<Limb, LimbLine>>;
  readonly shown: Readonly<Record<Limb, boolean>>;
}

/** Returns the arms whose hand the still does not show; empty if its face shows no skin to compare. */
export function findHiddenHands(character: HandedBody): readonly Limb[] {
  const { joints, layers, lines, shown } = character;
  const imageOf = (part: 'head' | Limb): LayerImage | undefined =>
    layers.find((layer) => layer.part === part)?.image;
  const head = imageOf('head');
  if (head === undefined || joints[joint.nose * JOINT_VALUES + 3] < VISIBLE) {
    return [];
  }
  const [noseX, noseY] = jointAt(joints, joint.nose);
  const [leftX] = jointAt(joints, joint.leftEar);
  const [rightX] = jointAt(joints, joint.rightEar);
  const face = listColours(head, noseX, noseY, Math.abs(leftX - rightX) * FACE_REACH);
  if (face.length < MIN_PIXELS) {
    return [];
  }
  const median = (channel: 0 | 1 | 2): number =>
    computeMedian(
      face.map((colour) => colour[channel]),
      0,
    );
  const skin = [median(0), median(1), median(2)] as const;
  return (['leftArm', 'rightArm'] as const).filter((arm) => {
    const image = imageOf(arm);
    if (!shown[arm] || image === undefined) {
      return false;
    }
    const { points, radii } = lines[arm];
    const [wristX, wristY] = points[2];
    const [tipX, tipY] = points[3];
    const [x, y] = [(wristX + tipX) / 2, (wristY + tipY) / 2];
    const hand = listColours(image, x, y, radii[2] * HAND_REACH);
    const bare = hand.filter((colour) => isLikeSkin(skin, ...colour));
    return hand.length < MIN_PIXELS || bare.length < hand.length * MIN_SKIN;
  });
}

type Colour = readonly [red: number, green: number, blue: number];

function listColours(
  { left, top, width, height, pixels }: LayerImage,
  x: number,
  y: number,
  reach: number,
): readonly Colour[] {
  const colours: Colour[] = [];
  for (
    let row = Math.max(0, Math.floor(y - top - reach));
    row < Math.min(height, y - top + reach);
    row += 1
  ) {
    for (
      let column = Math.max(0, Math.floor(x - left - reach));
      column < Math.min(width, x - left + reach);
      column += 1
    ) {
      const at = (row * width + column) * 4;
      if (pixels[at + 3] > SEEN && Math.hypot(column + left - x, row + top - y) < reach) {
        colours.push([pixels[at], pixels[at + 1], pixels[at + 2]]);
      }
    }
  }
  return colours;
}
