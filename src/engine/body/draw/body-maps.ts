/** Builds the maps of all parts of a character for one frame. */
import type { BodyLayers } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import { listLimbPoints } from '../character/limb-line.ts';
import { loosenessAt } from '../character/loose-hair.ts';
import { asideInTorso, heightInTorso, toTorsoFrame } from '../character/torso-frame.ts';
import { smoothstep } from '../../vision/math.ts';
import { joint, JOINT_VALUES, type Limb, limbJoints, limbTips } from '../joints.ts';
import type { BodyMap, CharacterPose } from './body-map.ts';
import { createEdgeClamp } from './edge-clamp.ts';
import { createLimbMap } from './limb-map.ts';
import { createHeadMap, createTorsoMap } from './torso-map.ts';

/**
 * Half width of the transition of a skirt from one leg to the other, relative to the half distance of the hip joints.
 */
const SKIRT_MIDDLE = 1.1;
/** Distance below the hips at which cloth lags fully, in torso lengths. */
const SKIRT_LENGTH = 1.1;

/** Makes the maps of all parts of a character in a pose. */
export type BodyMapping = (
  character: BodyLayers,
  pose: CharacterPose,
  follows: Readonly<Record<Limb, boolean>>,
) => Readonly<Record<BodyPart, BodyMap>>;

/**
 * Builds maps for a character on its own still: arms that do not follow hang on the torso, feet of legs that do not
 * follow stay in place, and edges at which the image cuts the person stay covered.
 */
export const createBodyMaps: BodyMapping = (character, pose, follows) =>
  mapParts(character, settle(character, pose, follows), {
    follows,
    clampEdges: createEdgeClamp(character),
  });

/** Builds maps for a character in another scene, where all joints are the driver's. */
export const createSceneMaps: BodyMapping = (character, pose, follows) =>
  mapParts(character, pose, { follows, clampEdges: (map) => map });

function mapParts(
  character: BodyLayers,
  settled: CharacterPose,
  {
    follows,
    clampEdges,
  }: {
    readonly follows: Readonly<Record<Limb, boolean>>;
    readonly clampEdges: (map: BodyMap) => BodyMap;
  },
): Readonly<Record<BodyPart, BodyMap>> {
  const torso = clampEdges(createTorsoMap(character, settled));
  const mapLimb = (limb: Limb): BodyMap =>
    createLimbMap(
      limb,
      { points: listLimbPoints(character.joints, limb), radii: character.lines[limb].radii },
      { pose: settled, torso },
    );
  const mapArm = (arm: 'leftArm' | 'rightArm'): BodyMap =>
    follows[arm] && character.shown[arm] ? mapLimb(arm) : torso;
  const mapLeg = (leg: 'leftLeg' | 'rightLeg'): BodyMap =>
    character.shown[leg] ? mapLimb(leg) : torso;
  const [leftLeg, rightLeg] = [mapLeg('leftLeg'), mapLeg('rightLeg')];
  const clothes = character.hasSkirt
    ? mapSkirt(character, torso, { leftLeg, rightLeg, lag: settled.lag })
    : torso;
  const upper = mapHair(character, clothes, settled.hairLag);
  return {
    torso: upper,
    hair: upper,
    head: createHeadMap(character, settled),
    leftArm: mapArm('leftArm'),
    rightArm: mapArm('rightArm'),
    leftLeg,
    rightLeg,
  };
}

/** Resets joints without a driver: hips that the still cuts off, and knees and feet of legs that do not follow. */
function settle(
  { joints: rest, shown, height }: BodyLayers,
  pose: CharacterPose,
  follows: Readonly<Record<Limb, boolean>>,
): CharacterPose {
  const joints = pose.joints.slice();
  const copy = (number: number): void => {
    const at = number * JOINT_VALUES;
    joints.set(rest.subarray(at, at + 2), at);
  };
  const hips = [joint.leftHip, joint.rightHip];
  const isCut = hips.some((number) => rest[number * JOINT_VALUES + 1] > height);
  if (isCut) {
    hips.forEach(copy);
  }
  for (const leg of ['leftLeg', 'rightLeg'] as const) {
    if (shown[leg] && !follows[leg]) {
      const [, knee, ankle] = limbJoints[leg];
      [knee, ankle, ...limbTips[leg]].forEach(copy);
    }
  }
  return { ...pose, joints };
}

/** Maps long hair, a part of the torso's layer: it moves with the torso where it begins, and lags behind at its tips. */
function mapHair(
  { looseHair = null }: BodyLayers,
  torso: BodyMap,
  lag: CharacterPose['hairLag'],
): BodyMap {
  if (looseHair === null || lag === undefined) {
    return torso;
  }
  return (x, y, out) => {
    torso(x, y, out);
    const loose = loosenessAt(looseHair, x, y);
    out.x += lag.x * loose;
    out.y += lag.y * loose;
  };
}

/** Maps a skirt: below the hips each side follows its leg, with a lag that grows downwards. */
function mapSkirt(
  { joints }: BodyLayers,
  torso: BodyMap,
  {
    leftLeg,
    rightLeg,
    lag = { x: 0, y: 0 },
  }: {
    readonly leftLeg: BodyMap;
    readonly rightLeg: BodyMap;
    readonly lag?: CharacterPose['lag'];
  },
): BodyMap {
  const frame = toTorsoFrame(joints);
  const reach = frame.hipHalf * SKIRT_MIDDLE;
  const other = { x: 0, y: 0 };
  return (x, y, out) => {
    const height = heightInTorso(frame, x, y);
    if (height > 0) {
      torso(x, y, out);
      return;
    }
    const left = smoothstep(-reach, reach, asideInTorso(frame, x, y));
    leftLeg(x, y, out);
    rightLeg(x, y, other);
    const loose = smoothstep(0, SKIRT_LENGTH, -height);
    out.x = other.x + (out.x - other.x) * left + lag.x * loose;
    out.y = other.y + (out.y - other.y) * left + lag.y * loose;
  };
}
