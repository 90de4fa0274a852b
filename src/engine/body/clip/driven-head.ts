/**
 * Draws the head of a character with the expressions of the driver: the live head puppet on the neck of a moving body.
 * The pixels between its lips come from the driver.
 */
import type { ImageFace } from '../../head/head-view.ts';
import { prepareCutout } from '../../live/character/character-cutout.ts';
import { createPuppet, type Puppet, type PuppetFrame } from '../../live/puppet/puppet.ts';
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
import type { CharacterPose } from '../draw/body-map.ts';
import type { BodyFace, BodyFrame } from '../joints.ts';
import { type AlignedFace, alignFaces, alignHead } from './align-faces.ts';

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

/** Draws the head of a character in consecutive frames of a clip. */
export class DrivenHead {
  /** The pose of the character in each frame, with the head placed by the driver's face. */
  readonly poses: readonly CharacterPose[];
  readonly #puppet: Puppet;
  readonly #skin: SkinColour;
  readonly #placed: readonly AlignedFace[];
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
    this.#placed = alignFaces(source, frames, poses);
    this.#scratch = createI420Frame(canvas.width, canvas.height, frame.colour);
    // The surroundings of the head are drawn elsewhere.
    this.#people = { person: new Uint8Array((canvas.width >> 1) * (canvas.height >> 1)) };
    this.poses = poses.map((pose, index) => {
      const placed = this.#placed[index];
      return placed === undefined ? pose : { ...pose, head: alignHead(source, placed, pose.size) };
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
    const puppetFrame = { frame: this.#scratch, people: this.#people };
    return this.#puppet.pose(puppetFrame, toTrackedFace(placed.face, placed), timestampUs);
  }
}

/** Converts the face of a driver to a tracked face for a puppet, moved by `x' = x * scale + shiftX`. */
export function toTrackedFace(face: BodyFace, { scale, shiftX, shiftY }: PatchRegion): TrackedFace {
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
