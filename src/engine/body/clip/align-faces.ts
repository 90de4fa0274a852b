/** Aligns the driver's face, and the head with it, with the neck of a character. */
import type { ImageFace } from '../../head/head-view.ts';
import { MAX_PITCH, MAX_YAW } from '../../live/puppet/puppet.ts';
import { clamp, smoothstep, softClamp } from '../../vision/math.ts';
import { computeQuantile } from '../body-build.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import {
  type BodyFace,
  type BodyFrame,
  joint,
  middleOfJoints,
  middleOfShoulders,
} from '../joints.ts';
import { findReliableFaces } from './reliable-faces.ts';

/** The face of a still, with the joints of its body. */
export interface OwnFace {
  readonly face: Pick<ImageFace, 'landmarks' | 'pose'>;
  readonly joints: Float32Array;
}

/** Landmark of the nasal bridge, which expressions do not move. */
const BRIDGE = 168;
/** Distance of the nasal bridge in front of the centre of rotation of a head, in centimetres. */
const BRIDGE_CM = 9;
const MEDIAN = 0.5;
/** Maximum offset of a head on its neck, in centimetres. */
const MAX_OFFSET_CM = 7;
/**
 * Time without a visible face over which a head returns to its usual position over the shoulders, in seconds: start and
 * end.
 */
const UNSEEN_SEC = [0.1, 0.6] as const;
interface Offset {
  readonly x: number;
  readonly y: number;
}

/** The face of a driver as it is drawn in a frame: `x' = x * scale + shiftX`. */
export interface AlignedFace {
  readonly face: BodyFace;
  readonly scale: number;
  readonly shiftX: number;
  readonly shiftY: number;
  /** Centre of rotation of the head. */
  readonly centre: Offset;
}

/**
 * Places the driver's face in each frame at the scale of the still. Its offset from its usual position over the
 * shoulders is that of the driver. Frames without a face use the nearest one.
 */
export function alignFaces(
  { face: own, joints: rest }: OwnFace,
  frames: readonly BodyFrame[],
  poses: readonly CharacterPose[],
): readonly AlignedFace[] {
  const faces = findReliableFaces(frames);
  const offsets = faces.map((face, index) =>
    face === null ? null : computeOffset(face, frames[index]!.joints),
  );
  const known = offsets.flatMap((offset) => (offset === null ? [] : [offset]));
  if (known.length === 0) {
    return [];
  }
  const usualX = computeQuantile(
    known.map(({ x }) => x),
    MEDIAN,
  );
  const usualY = computeQuantile(
    known.map(({ y }) => y),
    MEDIAN,
  );
  const ownOffset = computeOffset(own, rest);
  return poses.map(({ joints, size }, index) => {
    const { face, offset, awayUs } = findNearest(frames, { faces, offsets }, index);
    const seen = 1 - smoothstep(...UNSEEN_SEC, awayUs / 1e6);
    const perCm = own.pose.scale * size;
    const scale = perCm / face.pose.scale;
    const neck = middleOfShoulders(joints);
    const centre = {
      x: neck.x + (ownOffset.x + softClamp(offset.x - usualX, MAX_OFFSET_CM) * seen) * perCm,
      y: neck.y + (ownOffset.y + softClamp(offset.y - usualY, MAX_OFFSET_CM) * seen) * perCm,
    };
    // The angles are limited to those that the puppet can turn.
    const yaw = own.pose.yaw + softClamp(face.pose.yaw - own.pose.yaw, MAX_YAW);
    const pitch = own.pose.pitch + softClamp(face.pose.pitch - own.pose.pitch, MAX_PITCH);
    const forward = BRIDGE_CM * perCm;
    return {
      face,
      scale,
      shiftX:
        centre.x + forward * Math.sin(yaw) * Math.cos(pitch) - face.landmarks[BRIDGE * 3]! * scale,
      shiftY: centre.y - forward * Math.sin(pitch) - face.landmarks[BRIDGE * 3 + 1]! * scale,
      centre,
    };
  });
}

/**
 * Returns the offset from the middle of the shoulders to the centre of rotation of a head, in centimetres at the face's
 * scale; turning the head does not change it.
 */
function computeOffset(face: Pick<ImageFace, 'landmarks' | 'pose'>, joints: Float32Array): Offset {
  const neck = middleOfShoulders(joints);
  const centre = computeCentre(face);
  return { x: (centre.x - neck.x) / face.pose.scale, y: (centre.y - neck.y) / face.pose.scale };
}

/** Returns the centre of rotation of a head, in pixels. */
function computeCentre({
  landmarks,
  pose: { rotation, scale },
}: Pick<ImageFace, 'landmarks' | 'pose'>): Offset {
  const back = BRIDGE_CM * scale;
  return {
    x: landmarks[BRIDGE * 3]! + rotation[2]! * back,
    y: landmarks[BRIDGE * 3 + 1]! + rotation[5]! * back,
  };
}

function findNearest(
  frames: readonly BodyFrame[],
  {
    faces,
    offsets,
  }: {
    readonly faces: readonly (BodyFace | null)[];
    readonly offsets: readonly (Offset | null)[];
  },
  index: number,
): { readonly face: BodyFace; readonly offset: Offset; readonly awayUs: number } {
  const { timestampUs } = frames[index]!;
  for (let away = 0; ; away += 1) {
    for (const at of [index - away, index + away]) {
      const [face, offset] = [faces[at] ?? null, offsets[at] ?? null];
      if (face !== null && offset !== null) {
        return { face, offset, awayUs: Math.abs(frames[at]!.timestampUs - timestampUs) };
      }
    }
  }
}

/** Returns the placement of the whole head by its ears, as the driver's face moves them. */
export function alignHead(
  { face: own, joints }: OwnFace,
  placed: AlignedFace,
  size: number,
): CharacterPose['head'] {
  const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  const { face, centre } = placed;
  const from = computeCentre(own);
  const turn = clamp(face.pose.roll - own.pose.roll, -1, 1);
  const [dx, dy] = [(ears.x - from.x) * size, (ears.y - from.y) * size];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    turn,
    size,
    x: centre.x + dx * cos - dy * sin,
    y: centre.y + dx * sin + dy * cos,
  };
}
