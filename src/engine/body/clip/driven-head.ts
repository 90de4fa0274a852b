/**
 * The head of a character, which looks and speaks as the driver's does: the live puppet of a head, on the neck of a body that
 * moves. Between its lips is what is seen between the driver's.
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

/** The still of a character with a face. */
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
  /** Size of what the head is drawn into; that of the still when absent. */
  readonly canvas?: { readonly width: number; readonly height: number } | undefined;
}

/** The bridge of the nose, which stays where it is whatever a face does. */
const BRIDGE = 168;
/** It lies so far before the middle that a head turns about, in centimetres. */
const BRIDGE_CM = 9;
const MEDIAN = 0.5;
/** How far a head moves on its neck at most, in centimetres. */
const MAX_OFFSET_CM = 9;
/** A head whose face is not seen for longer than this goes back over the shoulders, within so many seconds. */
const UNSEEN_SEC = [0.1, 0.6] as const;

interface PlacedFace {
  readonly face: BodyFace;
  readonly scale: number;
  readonly shiftX: number;
  readonly shiftY: number;
  /** The middle that the head turns about. */
  readonly centre: Offset;
}

/** Draws the head of a character in the frames of a clip, one after the other. */
export class DrivenHead {
  /** What the character does in each frame, with its head where the driver's face wants it. */
  readonly poses: readonly CharacterPose[];
  readonly #puppet: Puppet;
  readonly #skin: SkinColour;
  readonly #placed: readonly PlacedFace[];
  readonly #scratch: I420Frame;
  readonly #people: PuppetFrame['people'];

  /** `poses` are those of the body in the frames of the clip, of which some show the driver's face. */
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
    // What lies around the head is drawn elsewhere.
    this.#people = { person: new Uint8Array((canvas.width >> 1) * (canvas.height >> 1)) };
    this.poses = poses.map((pose, index) => {
      const placed = this.#placed[index];
      return placed === undefined ? pose : { ...pose, head: placeHead(source, placed, pose.size) };
    });
  }

  /** Draws the head of a frame; false where the driver shows none in the whole clip. */
  draw(canvas: I420Frame, index: number, timestampUs: number): boolean {
    const isPosed = this.follow(index, timestampUs);
    if (isPosed) {
      this.#puppet.composite(canvas);
    }
    return isPosed;
  }

  /** Goes on by a frame that is not drawn: what a face shows of itself is learnt from frame to frame. */
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
 * Where the driver's face goes in each frame: as far from where it usually is over the shoulders as the driver's, as large as in
 * the still. Frames without a face have that of the nearest one.
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
    // As far as the puppet turns.
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

/** From the middle of the shoulders to the middle of a head, in centimetres of it: who looks aside keeps it where it is. */
function offsetOf(face: Pick<ImageFace, 'landmarks' | 'pose'>, joints: Float32Array): Offset {
  const neck = middleOfShoulders(joints);
  const centre = centreOf(face);
  return { x: (centre.x - neck.x) / face.pose.scale, y: (centre.y - neck.y) / face.pose.scale };
}

/** The middle that a head turns about, in pixels. */
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

/** The head as a whole: its ears where the driver's face puts them. */
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

/** The face of a driver as a puppet is shown one, moved: `x' = x * scale + shiftX`. */
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
