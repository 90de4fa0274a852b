/** Converts joints that were set by hand to those of the pose network. */
import { clamp } from '../../vision/math.ts';
import { joint, JOINT_COUNT, JOINT_VALUES, limbJoints, limbs, limbTips } from '../joints.ts';

/** Distances of eyes and ears aside of the middle of the face, and of the eyes above it, in neck lengths. */
const EYES = { aside: 0.2, up: 0.12 } as const;
const EAR_ASIDE = 0.42;
/** Distance of the mouth below the middle of the face, in neck lengths. */
const MOUTH_DOWN = 0.16;
/** Length of fingers and toes beyond wrist and ankle, as a fraction of the bone before. */
const FINGERS = 0.28;
const TOES = 0.18;

/** Number of the first corner of the mouth; the other follows. */
const MOUTH = 9;

/** Numbers of the joints that are set by hand; the face stands for the head. */
const joints = {
  face: joint.nose,
  leftShoulder: joint.leftShoulder,
  rightShoulder: joint.rightShoulder,
  leftElbow: joint.leftElbow,
  rightElbow: joint.rightElbow,
  leftWrist: joint.leftWrist,
  rightWrist: joint.rightWrist,
  leftHip: joint.leftHip,
  rightHip: joint.rightHip,
  leftKnee: joint.leftKnee,
  rightKnee: joint.rightKnee,
  leftAnkle: joint.leftAnkle,
  rightAnkle: joint.rightAnkle,
} as const;

/** A point as fractions of the width and height of an image. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** The joints of a body in an image; left and right are the person's own. */
export type PlacedBodyJoints = Readonly<Record<keyof typeof joints, Place>>;

/** Converts detected joints to the form in which they are set by hand. */
export function toPlacedBodyJoints(
  found: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
): PlacedBodyJoints {
  const entries = Object.entries(joints).map(([name, number]) => {
    const [x, y] = [found[number * JOINT_VALUES], found[number * JOINT_VALUES + 1]];
    return [name, { x: clamp(x / width, 0, 1), y: clamp(y / height, 0, 1) }] as const;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all the names
  return Object.fromEntries(entries) as Record<keyof typeof joints, Place>;
}

/**
 * Returns all joints of a body in pixels of the image, all visible. Those that were not set by hand are derived from
 * those that were.
 */
export function spreadJoints(
  placed: PlacedBodyJoints,
  { width, height }: { readonly width: number; readonly height: number },
): Float32Array {
  const spread = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (number: number, x: number, y: number): void =>
    spread.set([x, y, 0, 1], number * JOINT_VALUES);
  const toPixels = ({ x, y }: Place): Place => ({ x: x * width, y: y * height });
  for (const [name, number] of Object.entries(joints)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the list above
    const { x, y } = toPixels(placed[name as keyof typeof joints]);
    set(number, x, y);
  }
  setHead(set, toPixels(placed.face), {
    left: toPixels(placed.leftShoulder),
    right: toPixels(placed.rightShoulder),
  });
  for (const limb of limbs) {
    const [, middle, end] = limbJoints[limb].map((number) =>
      spread.subarray(number * JOINT_VALUES, number * JOINT_VALUES + 2),
    );
    const part = limb === 'leftArm' || limb === 'rightArm' ? FINGERS : TOES;
    for (const tip of limbTips[limb]) {
      set(tip, end[0] + (end[0] - middle[0]) * part, end[1] + (end[1] - middle[1]) * part);
    }
  }
  return spread;
}

/** Sets nose, eyes, ears and mouth. The line between the eyes is perpendicular to the neck. */
function setHead(
  set: (number: number, x: number, y: number) => void,
  face: Place,
  { left, right }: { readonly left: Place; readonly right: Place },
): void {
  const up = { x: face.x - (left.x + right.x) / 2, y: face.y - (left.y + right.y) / 2 };
  // The left of a person who faces the camera is on the right of the image.
  const side = left.x < right.x ? -1 : 1;
  const across = { x: -up.y * side, y: up.x * side };
  const setAt = (number: number, aside: number, above: number): void =>
    set(number, face.x + across.x * aside + up.x * above, face.y + across.y * aside + up.y * above);
  setAt(joint.nose, 0, 0);
  // The corners of an eye have the numbers beside it.
  for (const away of [-1, 0, 1]) {
    setAt(joint.leftEye + away, EYES.aside, EYES.up);
    setAt(joint.rightEye + away, -EYES.aside, EYES.up);
  }
  setAt(joint.leftEar, EAR_ASIDE, 0);
  setAt(joint.rightEar, -EAR_ASIDE, 0);
  setAt(MOUTH, 0, -MOUTH_DOWN);
  setAt(MOUTH + 1, 0, -MOUTH_DOWN);
}
