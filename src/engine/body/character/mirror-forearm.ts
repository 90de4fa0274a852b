/**
 * Completes an arm whose hand the still hides, behind the body or under clothes: forearm and hand become those of the
 * other arm, mirrored. Otherwise the arm would end in a stump, or carry what is before its hand.
 */
import { smoothstep } from '../../vision/math.ts';
import { JOINT_VALUES, type Limb, limbJoints, limbTips } from '../joints.ts';
import type { Point } from '../../pixels/fill-polygon.ts';
import { findHiddenHands, type HandedBody } from './find-hidden-hands.ts';
import type { LayerImage } from './layer-colours.ts';
import { distanceToBone, jointAt, type LimbLine, listLimbPoints } from './limb-line.ts';
import { sampleLayer } from './sample-layer.ts';
import { toTorsoFrame } from './torso-frame.ts';

/** Half width of the transition at the elbow, in half widths of the forearm. */
const ELBOW = 0.6;
/** Reach of forearm and hand beside their line, in the largest half width. */
const REACH = 1.6;
/** Index of the middle joint of a limb, and of its bone behind it. */
const MIDDLE = 1;

/** Replaces forearm and hand of the only arm whose hand is hidden by those of the other arm, mirrored. */
export function mirrorHiddenHand(body: HandedBody): HandedBody {
  const { joints, layers, lines, shown } = body;
  const [hidden, another] = findHiddenHands(body);
  const seen = hidden === 'leftArm' ? 'rightArm' : 'leftArm';
  const imageOf = (arm: Limb): LayerImage | undefined =>
    layers.find(({ part }) => part === arm)?.image;
  const [own, other] = hidden === undefined ? [] : [imageOf(hidden), imageOf(seen)];
  if (
    hidden === undefined ||
    another !== undefined ||
    !shown[seen] ||
    own === undefined ||
    other === undefined
  ) {
    return body;
  }
  const reflect = createReflection(joints);
  const mirrored = mirrorJoints(joints, { hidden, seen }, reflect);
  const line = {
    points: listLimbPoints(mirrored, hidden),
    radii: [lines[hidden].radii[0], ...lines[seen].radii.slice(MIDDLE)],
  };
  const elbow = jointAt(joints, limbJoints[hidden][MIDDLE]);
  const otherElbow = jointAt(joints, limbJoints[seen][MIDDLE]);
  const toOther = (x: number, y: number): Point => {
    const [dx, dy] = reflect([x - elbow[0], y - elbow[1]]);
    return [otherElbow[0] + dx, otherElbow[1] + dy];
  };
  const image = joinImages(own, other, { line, toOther });
  return {
    ...body,
    joints: mirrored,
    layers: layers.map((layer) => (layer.part === hidden ? { ...layer, image } : layer)),
    lines: { ...lines, [hidden]: line },
  };
}

/** Returns the reflection of vectors at the spine. */
function createReflection(joints: Float32Array): (vector: Point) => Point {
  const { up } = toTorsoFrame(joints);
  return ([x, y]) => {
    const across = 2 * (y * up.x - x * up.y);
    return [x + across * up.y, y - across * up.x];
  };
}

function mirrorJoints(
  joints: Float32Array,
  { hidden, seen }: { readonly hidden: Limb; readonly seen: Limb },
  reflect: (vector: Point) => Point,
): Float32Array {
  const mirrored = joints.slice();
  const [, elbow, wrist] = limbJoints[hidden];
  const [, otherElbow, otherWrist] = limbJoints[seen];
  const from = [otherWrist, ...limbTips[seen]];
  [wrist, ...limbTips[hidden]].forEach((number, index) => {
    const [at, own, other] = [from[index] ?? otherWrist, elbow, otherElbow].map(
      (each) => each * JOINT_VALUES,
    );
    const [dx, dy] = reflect([joints[at] - joints[other], joints[at + 1] - joints[other + 1]]);
    const dz = joints[at + 2] - joints[other + 2];
    mirrored.set(
      [joints[own] + dx, joints[own + 1] + dy, joints[own + 2] + dz, joints[at + 3]],
      number * JOINT_VALUES,
    );
  });
  return mirrored;
}

/** Joins the upper arm of an image with the mirrored forearm of another one. */
function joinImages(
  own: LayerImage,
  other: LayerImage,
  {
    line: { points, radii },
    toOther,
  }: { readonly line: LimbLine; readonly toOther: (x: number, y: number) => Point },
): LayerImage {
  const reach = Math.max(...radii.slice(MIDDLE)) * REACH;
  const ends = points.slice(MIDDLE);
  const [xs, ys] = [ends.map(([x]) => x), ends.map(([, y]) => y)];
  const left = Math.floor(Math.min(own.left, ...xs.map((x) => x - reach)) / 2) * 2;
  const top = Math.floor(Math.min(own.top, ...ys.map((y) => y - reach)) / 2) * 2;
  const right = Math.max(own.left + own.width, ...xs.map((x) => x + reach));
  const bottom = Math.max(own.top + own.height, ...ys.map((y) => y + reach));
  const [width, height] = [Math.ceil((right - left) / 2) * 2, Math.ceil((bottom - top) / 2) * 2];
  const pixels = new Uint8Array(width * height * 4);
  const soft = radii[MIDDLE] * ELBOW;
  const [first, second] = [new Float32Array(4), new Float32Array(4)];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [left + column, top + row];
      const upper = distanceToBone(points, 0, x, y);
      const beyond =
        upper - Math.min(distanceToBone(points, 1, x, y), distanceToBone(points, 2, x, y));
      first.fill(0);
      second.fill(0);
      if (beyond < soft) {
        sampleLayer(own, x, y, first);
      }
      if (beyond > -soft) {
        sampleLayer(other, ...toOther(x, y), second);
      }
      mixColours(pixels, (row * width + column) * 4, { first, second, beyond: beyond / soft });
    }
  }
  return { left, top, width, height, pixels };
}

/**
 * Writes the transition between two colours (red, green, blue, alpha): the first up to `beyond` -1, the second from 1 on. Between, either one is
 * enough, because one of the images may not show the joint.
 */
function mixColours(
  pixels: Uint8Array,
  at: number,
  {
    first,
    second,
    beyond,
  }: { readonly first: Float32Array; readonly second: Float32Array; readonly beyond: number },
): void {
  const one = first[3] * (1 - smoothstep(0, 1, beyond));
  const other = second[3] * smoothstep(-1, 0, beyond);
  const weight = smoothstep(-1, 1, beyond);
  const [ofFirst, ofSecond] = [one * (1 - weight), other * weight];
  const sum = ofFirst + ofSecond || 1;
  for (const channel of [0, 1, 2] as const) {
    const mixed = first[channel] * ofFirst + second[channel] * ofSecond;
    pixels[at + channel] = mixed / sum + 0.5;
  }
  pixels[at + 3] = Math.max(one, other) + 0.5;
}
