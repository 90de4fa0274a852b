import { mirrorImage } from '../../head/mirror.ts';
import type { BodyLayer, BodyLayers } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import type { LimbLine } from '../character/limb-line.ts';
import type { LooseHair } from '../character/loose-hair.ts';
import { forEachLimb, JOINT_VALUES, type Limb } from '../joints.ts';
import { swapSides } from '../unturn-frames.ts';

const otherSide: Readonly<Record<Limb, Limb>> = {
  leftArm: 'rightArm',
  rightArm: 'leftArm',
  leftLeg: 'rightLeg',
  rightLeg: 'leftLeg',
};

/** Mirrors a person in layers, and exchanges left and right. Dividing the mirrored image would take seconds instead. */
export function mirrorBody(body: BodyLayers): BodyLayers {
  const { width, joints, layers, alpha, lines, shown, looseHair = null } = body;
  const mirrored = swapSides(joints);
  for (let at = 0; at < mirrored.length; at += JOINT_VALUES) {
    mirrored[at] = width - mirrored[at];
  }
  return {
    ...body,
    joints: mirrored,
    layers: layers.map((layer) => mirrorLayer(layer, width)),
    alpha: alpha.map((_, index) => {
      const column = index % width;
      return alpha[index - column + width - 1 - column];
    }),
    lines: forEachLimb((limb) => mirrorLine(lines[otherSide[limb]], width)),
    shown: forEachLimb((limb) => shown[otherSide[limb]]),
    looseHair: looseHair === null ? null : mirrorHair(looseHair, width),
  };
}

function mirrorLayer({ part, image, net }: BodyLayer, width: number): BodyLayer {
  return {
    part: mirrorPart(part),
    image: { ...image, ...mirrorImage(image), left: width - image.left - image.width },
    net: {
      ...net,
      points: net.points.map((value, at) => (at % 2 === 0 ? width - value : value)),
    },
  };
}

function mirrorPart(part: BodyPart): BodyPart {
  return part === 'torso' || part === 'head' || part === 'hair' ? part : otherSide[part];
}

function mirrorLine({ points, radii }: LimbLine, width: number): LimbLine {
  return { points: points.map(([x, y]) => [width - x, y]), radii };
}

function mirrorHair(hair: LooseHair, width: number): LooseHair {
  const { left, cell, columns, weights } = hair;
  return {
    ...hair,
    left: width - left - (columns - 1) * cell,
    weights: weights.map((_, at) => {
      const column = at % columns;
      return weights[at - column + columns - 1 - column];
    }),
  };
}
