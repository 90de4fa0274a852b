/**
 * Animates a portrait to speech. The head rotates about a fixed neck, the face follows the mouth, the body breathes:
 *
 *   mouth and motion of a frame -> frontal shape -> mesh in the image -> warp grid of the person -> drawn -> inside of the mouth
 */
import {
  createGaze,
  DRAWN_POINT_COUNT,
  type Gaze,
  measureGaze,
  positionIrises,
} from '../../face/shape/eye-points.ts';
import { FACE_SHAPE_SIZE, type FrontalShape } from '../../face/shape/face-shape.ts';
import { createTextureLayout } from '../../face/source/texture-layout.ts';
import type { I420Frame, RgbaImage, YuvColour } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { setRotationOfAngles } from '../../track/head-pose.ts';
import { createInnerMouth, type InnerMouth } from '../inner-mouth/inner-mouth.ts';
import { findOwnTeeth } from '../inner-mouth/own-teeth.ts';
import { measureMouth } from '../mouth/measures.ts';
import type { OpeningCurve } from '../mouth/opening-curve.ts';
import { trimLips } from '../mouth/trim-lips.ts';
import type { HeadMotion } from '../motion/head-motion.ts';
import { AvatarNet } from './avatar-net.ts';
import { type AvatarPainter, createAvatarPainter } from './avatar-painter.ts';
import { LashLine } from './lash-line.ts';
import { maskFace } from './mask-face.ts';
import { measureSkin } from './measure-skin.ts';
import type { PortraitFace } from './portrait-face.ts';
import { SpeakingFace, type SpokenMouth } from './speaking-face.ts';
import { toVideoFrame } from './to-frame.ts';
import { widenPerson } from './widen-person.ts';

/** Inputs of an avatar. Images have even sides. */
export interface AvatarSource {
  readonly image: RgbaImage;
  readonly face: PortraitFace;
  /** Alpha matte of the person, 0..255. */
  readonly alpha: Uint8Array;
  /** Image with the person removed. */
  readonly ground: RgbaImage;
  readonly canonicalFace: CanonicalFace;
  readonly colour: YuvColour;
}

/** Draws a portrait that speaks. */
export interface Avatar {
  /** Frame drawn last; the next frame reuses its memory. */
  readonly frame: I420Frame;
  /** Mesh drawn last: x, y, z per point, pixels of the frame. */
  readonly mesh: Float32Array;
  /** True when teeth of the portrait are used. */
  readonly hasOwnTeeth: boolean;
  draw(spoken: SpokenMouth, motion: HeadMotion): void;
  /** Draws lip gaps by this curve from now on; see `calibrateOpening`. */
  setOpeningCurve(curve: OpeningCurve): void;
  /** Advances the state by a frame without drawing it. */
  follow(spoken: SpokenMouth): void;
  close(): void;
}

/** Lip gap in widths from which the portrait shows the inside of the mouth. */
const PARTED = 0.07;
/** Pivot of the neck: below the chin and behind the face, in centimetres. */
const NECK_DOWN_CM = 3.5;
const NECK_BACK_CM = 5;
/**
 * Amplitudes of sway and breath for head and body, in centimetres; `BREATH_WIDTH` is a fraction of the body's width.
 */
const HEAD_SWAY_CM = 0.25;
const BODY_SWAY_CM = 0.08;
const HEAD_BREATH_CM = 0.06;
const BODY_BREATH_CM = 0.14;
const BREATH_WIDTH = 0.003;
const CHIN = 152;

/** Creates an avatar of a portrait. Holds kernel memory until it is closed. */
export function createAvatar(source: AvatarSource): Avatar {
  return new PaintedAvatar(source);
}

type Triple = readonly [x: number, y: number, z: number];

interface MutablePosition {
  yaw: number;
  pitch: number;
  roll: number;
  scale: number;
  readonly rotation: Float32Array;
  middleX: number;
  middleY: number;
}

class PaintedAvatar implements Avatar {
  readonly frame: I420Frame;
  readonly mesh = new Float32Array(DRAWN_POINT_COUNT * 3);
  readonly hasOwnTeeth: boolean;
  readonly #speaking: SpeakingFace;
  readonly #shape: FrontalShape = new Float32Array(FACE_SHAPE_SIZE);
  readonly #own: MutablePosition;
  readonly #position: MutablePosition;
  readonly #neck: Triple;
  readonly #neckAt: Triple;
  readonly #net: AvatarNet;
  readonly #painter: AvatarPainter;
  readonly #mouth: InnerMouth;
  readonly #lashes: LashLine;
  readonly #ownGaze: Gaze = createGaze();
  readonly #gaze: Gaze = createGaze();

  constructor({ image, face, alpha, ground, canonicalFace, colour }: AvatarSource) {
    const { width, height } = image;
    this.#speaking = new SpeakingFace(face, canonicalFace);
    const { closed, shown } = this.#speaking;
    this.#own = findPosition(face, canonicalFace);
    this.#position = { ...this.#own, rotation: this.#own.rotation.slice() };
    this.#neck = [0, closed[CHIN * 3 + 1] + NECK_DOWN_CM, NECK_BACK_CM];
    this.#neckAt = project(this.#own, this.#neck);
    this.#net = new AvatarNet({ width, height, face, position: this.#own, shape: shown });
    measureGaze(this.#ownGaze, face.landmarks, face.iris);
    const from = new Float32Array(DRAWN_POINT_COUNT * 3);
    from.set(face.landmarks);
    positionIrises(from, 3, this.#ownGaze, this.#ownGaze.reach);
    const isParted = measureMouth(shown).open > PARTED;
    if (isParted) {
      trimLips(from, image);
    }
    const still = toVideoFrame(image, colour);
    const texture = { width, height, y: still.y, u: still.u, v: still.v };
    this.#painter = createAvatarPainter({
      ground: toVideoFrame(ground, colour),
      body: { ...texture, mask: widenPerson(alpha, { width, scale: face.pose.scale }) },
      bodyMesh: this.#net,
      face: { ...texture, mask: maskFace(image, face.landmarks) },
      faceMesh: {
        triangles: createTextureLayout(canonicalFace, 1).drawn,
        from,
        to: this.mesh,
        step: 3,
        count: DRAWN_POINT_COUNT,
      },
    });
    this.frame = this.#painter.frame;
    const source = { image, position: this.#own, mesh: face.landmarks };
    this.#lashes = new LashLine(image, face.landmarks, face.pose.scale);
    const skin = measureSkin(image, face.landmarks);
    const ownTeeth = isParted ? findOwnTeeth(source, closed, skin) : null;
    this.hasOwnTeeth = ownTeeth !== null;
    this.#mouth = createInnerMouth({ closed, position: this.#own, skin, ownTeeth, isParted });
  }

  draw(spoken: SpokenMouth, motion: HeadMotion): void {
    this.#pose(motion);
    this.#speaking.setShape(this.#shape, spoken, motion);
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
      const point: Triple = [this.#shape[at], this.#shape[at + 1], this.#shape[at + 2]];
      this.mesh.set(project(this.#position, point), at);
    }
    const gaze = this.#gaze;
    for (let eye = 0; eye < 2; eye += 1) {
      gaze.along[eye] = this.#ownGaze.along[eye] + motion.gaze.along * (eye === 0 ? 1 : -1);
      gaze.below[eye] = this.#ownGaze.below[eye] + motion.gaze.below;
    }
    positionIrises(this.mesh, 3, gaze, this.#ownGaze.reach);
    this.#net.deform(this.#position, this.mesh, {
      x: motion.sway * BODY_SWAY_CM,
      y: -motion.breath * BODY_BREATH_CM,
      width: 1 + motion.breath * BREATH_WIDTH,
    });
    this.#painter.draw();
    this.#lashes.draw(this.frame, this.mesh, motion.lids);
    this.#mouth.draw(
      this.frame,
      { position: this.#position, mesh: this.mesh },
      { tongue: spoken.tongue, shade: this.#speaking.openingCurve.shade },
    );
  }

  setOpeningCurve(curve: OpeningCurve): void {
    this.#speaking.openingCurve = curve;
  }

  follow(spoken: SpokenMouth): void {
    this.#speaking.follow(spoken);
  }

  close(): void {
    this.#painter.close();
  }

  /** Rotates the head about the neck pivot, which moves only by breath and sway. */
  #pose({ yaw, pitch, roll, sway, breath }: HeadMotion): void {
    const position = this.#position;
    position.yaw = this.#own.yaw + yaw;
    position.pitch = this.#own.pitch + pitch;
    position.roll = this.#own.roll + roll;
    setRotationOfAngles(position);
    position.middleX = 0;
    position.middleY = 0;
    const [x, y] = project(position, this.#neck);
    position.middleX = this.#neckAt[0] - x + sway * HEAD_SWAY_CM * position.scale;
    position.middleY = this.#neckAt[1] - y + breath * HEAD_BREATH_CM * position.scale;
  }
}

function findPosition(
  { landmarks, pose }: PortraitFace,
  { poseBasis }: CanonicalFace,
): MutablePosition {
  const { points } = poseBasis;
  let [middleX, middleY] = [0, 0];
  for (const point of points) {
    middleX += landmarks[point * 3] / points.length;
    middleY += landmarks[point * 3 + 1] / points.length;
  }
  return { ...pose, rotation: pose.rotation.slice(), middleX, middleY };
}

function project(
  { rotation, scale, middleX, middleY }: MutablePosition,
  [x, y, z]: Triple,
): [number, number, number] {
  return [
    middleX + scale * (rotation[0] * x + rotation[1] * y + rotation[2] * z),
    middleY + scale * (rotation[3] * x + rotation[4] * y + rotation[5] * z),
    scale * (rotation[6] * x + rotation[7] * y + rotation[8] * z),
  ];
}
