/**
 * Draws the head of a character with the expressions of the driver: the live head puppet on the neck of a moving body.
 * The pixels between its lips come from the driver.
 */
import type { ImageFace } from '../../head/head-view.ts';
import { prepareCutout } from '../../live/character/character-cutout.ts';
import {
  createPuppet,
  MAX_PITCH,
  MAX_YAW,
  type Puppet,
  type PuppetFrame,
} from '../../live/puppet/puppet.ts';
import { createI420Frame, type I420Frame, type RgbaImage } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  drawMouthPatch,
  measureFaceTone,
  type PatchRegion,
  type SkinColour,
} from '../mouth-patch.ts';
import { noHands, type TrackedFace } from '../../track/face-track.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { clamp, smoothstep, softClamp } from '../../vision/math.ts';
import { quantileOf } from '../body-build.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import {
  type BodyFace,
  type BodyFrame,
  joint,
  middleOfJoints,
  middleOfShoulders,
} from '../joints.ts';

/** The still of a character that has a face. */
export interface HeadSource {
  readonly image: RgbaImage;
  /** The still in the colours of the video. */
  readonly frame: I420Frame;
  readonly face: ImageFace;
  readonly others: readonly ImageFace[];
  /** The joints of the still. */
  readonly joints: Float32Array;
  readonly matte: FixedModel;
  readonly canonicalFace: CanonicalFace;
  /** Size of the frames that the head is drawn into; that of the still if absent. */
  readonly canvas?: { readonly width: number; readonly height: number } | undefined;
}

/** Landmark of the nasal bridge, which expressions do not move. */
const BRIDGE = 168;
/** Distance of the nasal bridge in front of the centre of rotation of a head, in centimetres. */
const BRIDGE_CM = 9;
const MEDIAN = 0.5;
/** Maximum offset of a head on its neck, in centimetres. */
const MAX_OFFSET_CM = 9;
/**
 * Time without a visible face over which a head returns to its usual position over the shoulders, in seconds: start and
 * end.
 */
const UNSEEN_SEC = [0.1, 0.6] as const;

interface PlacedFace {
  readonly face: BodyFace;
  readonly scale: number;
  readonly shiftX: number;
  readonly shiftY: number;
  /** Centre of rotation of the head. */
  readonly centre: Offset;
}

/** Draws the head of a character in consecutive frames of a clip. */
export class DrivenHead {
  /** The pose of the character in each frame, with the head placed by the driver's face. */
  readonly poses: readonly CharacterPose[];
  readonly #puppet: Puppet;
  readonly #skin: SkinColour;
  readonly #placed: readonly PlacedFace[];
  readonly #scratch: I420Frame;
  readonly #people: PuppetFrame['people'];

  /** `poses` are the body's poses in the same frames. */
  constructor(source: HeadSource, frames: readonly BodyFrame[], poses: readonly CharacterPose[]) {
    const { image, face, others, matte, canonicalFace, frame, canvas = image } = source;
    this.#puppet = createPuppet(
      prepareCutout(image, face, { others, matte }),
      canonicalFace,
      'head',
    );
    this.#skin = measureFaceTone(frame, face);
    this.#placed = placeFaces(source, frames, poses);
    this.#scratch = createI420Frame(canvas.width, canvas.height, frame.colour);
    // The surroundings of the head are drawn elsewhere.
    this.#people = { person: new Uint8Array((canvas.width >> 1) * (canvas.height >> 1)) };
    this.poses = poses.map((pose, index) => {
      const placed = this.#placed[index];
      return placed === undefined ? pose : { ...pose, head: placeHead(source, placed, pose.size) };
    });
  }

  /**
   * Draws the head of a frame. Returns false if the clip never shows the driver's face, or the puppet cannot be posed.
   */
  draw(canvas: I420Frame, index: number, timestampUs: number): boolean {
    const isPosed = this.follow(index, timestampUs);
    if (isPosed) {
      this.#puppet.composite(canvas);
    }
    return isPosed;
  }

  /**
   * Advances by a frame that is not drawn, because the puppet learns the face from frame to frame. Returns whether it
   * is posed.
   */
  follow(index: number, timestampUs: number): boolean {
    const placed = this.#placed[index];
    if (placed === undefined) {
      return false;
    }
    drawMouthPatch(placed.face.mouth, this.#scratch, { place: placed, tone: this.#skin });
    const picture = { frame: this.#scratch, people: this.#people };
    return this.#puppet.pose(picture, trackedFaceOf(placed.face, placed), timestampUs);
  }
}

/**
 * Places the driver's face in each frame at the scale of the still. Its offset from its usual position over the
 * shoulders is that of the driver. Frames without a face use the nearest one.
 */
function placeFaces(
  { face: own, joints: rest }: HeadSource,
  frames: readonly BodyFrame[],
  poses: readonly CharacterPose[],
): readonly PlacedFace[] {
  const offsets = frames.map(({ face, joints }) => (face === null ? null : offsetOf(face, joints)));
  const known = offsets.flatMap((offset) => (offset === null ? [] : [offset]));
  if (known.length === 0) {
    return [];
  }
  const usualX = quantileOf(
    known.map(({ x }) => x),
    MEDIAN,
  );
  const usualY = quantileOf(
    known.map(({ y }) => y),
    MEDIAN,
  );
  const ownOffset = offsetOf(own, rest);
  return poses.map(({ joints, size }, index) => {
    const { face, offset, awayUs } = findNearest(frames, offsets, index);
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

interface Offset {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the offset from the middle of the shoulders to the centre of rotation of a head, in centimetres at the face's
 * scale; turning the head does not change it.
 */
function offsetOf(face: Pick<ImageFace, 'landmarks' | 'pose'>, joints: Float32Array): Offset {
  const neck = middleOfShoulders(joints);
  const centre = centreOf(face);
  return { x: (centre.x - neck.x) / face.pose.scale, y: (centre.y - neck.y) / face.pose.scale };
}

/** Returns the centre of rotation of a head, in pixels. */
function centreOf({
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
  offsets: readonly (Offset | null)[],
  index: number,
): { readonly face: BodyFace; readonly offset: Offset; readonly awayUs: number } {
  const { timestampUs } = frames[index]!;
  for (let away = 0; ; away += 1) {
    for (const at of [index - away, index + away]) {
      const [face, offset] = [frames[at]?.face ?? null, offsets[at] ?? null];
      if (face !== null && offset !== null) {
        return { face, offset, awayUs: Math.abs(frames[at]!.timestampUs - timestampUs) };
      }
    }
  }
}

/** Returns the placement of the whole head by its ears, as the driver's face moves them. */
function placeHead(
  { face: own, joints }: HeadSource,
  placed: PlacedFace,
  size: number,
): CharacterPose['head'] {
  const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  const { face, centre } = placed;
  const from = centreOf(own);
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

/** Converts the face of a driver to a tracked face for a puppet, moved by `x' = x * scale + shiftX`. */
export function trackedFaceOf(face: BodyFace, { scale, shiftX, shiftY }: PatchRegion): TrackedFace {
  const move = (points: Float32Array): Float32Array =>
    points.map((value, at) => value * scale + (at % 3 === 0 ? shiftX : at % 3 === 1 ? shiftY : 0));
  const landmarks = move(face.landmarks);
  const { left, top, width, height } = face.box;
  return {
    id: 1,
    isNew: false,
    confidence: face.confidence,
    landmarks,
    rawLandmarks: landmarks,
    iris: move(face.iris),
    pose: { ...face.pose, scale: face.pose.scale * scale },
    box: {
      left: left * scale + shiftX,
      top: top * scale + shiftY,
      width: width * scale,
      height: height * scale,
    },
    hands: noHands,
  };
}
