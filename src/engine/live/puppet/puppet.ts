/**
 * Moves a cutout like the streamer: head by pose, face by expression, body by torso. The inside of an open mouth is the
 * streamer's, because an image has none.
 */
import { softClamp, smoothingFactor } from '../../vision/math.ts';
import { createHeadShaper, createShapeMemory } from '../../face/shape/face-shaper.ts';
import { setFrontalShape, FACE_SHAPE_SIZE, toFrontalShape } from '../../face/shape/face-shape.ts';
import { createTextureLayout } from '../../face/source/texture-layout.ts';
import {
  createPairShade,
  drawTriangles,
  type DrawnPair,
  type TexturedMesh,
} from '../../pixels/draw-triangles.ts';
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { setRotationOfAngles } from '../../track/head-pose.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { LIPS_INNER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { CharacterCutout } from '../character/character-cutout.ts';
import { createDrawnPlanes } from './drawn-planes.ts';
import { selectYuvConversion } from '../../pixels/yuv.ts';
import type { People } from '../scene/scene-matte.ts';
import { createPuppetMesh, type PuppetMesh } from './puppet-mesh.ts';
import { makePuppetPlanes, selectPuppetPlanes, type PuppetPlanes } from './puppet-planes.ts';
import { createPuppetPose, setMiddleOfMesh, type PuppetPose } from './puppet-pose.ts';
import { compositePuppet, type Box, type DrawnPuppet } from './composite-puppet.ts';
import { extendBelow } from './extend-below.ts';
import { createToneMatch, type SkinTone, type ToneMatch } from './skin-tone.ts';
import { createTorsoWatch, type TorsoWatch } from './torso/torso-watch.ts';

/** Part of a cutout that is shown. */
export type PuppetPart = 'head' | 'body';

/** Animated cutout. */
export interface Puppet {
  /** Poses and draws the cutout for a face of a frame, which is only read. Returns false when it cannot be shown. */
  pose(puppetFrame: PuppetFrame, face: TrackedFace, timestampUs: number): boolean;
  /** Composites the drawn cutout onto the frame. */
  composite(frame: I420Frame): void;
  /** Chin of the cutout in the frame of the last pose; the next call overwrites it. */
  readonly chin: Readonly<Point>;
  /** Pixels of that frame per pixel of the cutout. */
  readonly size: number;
  /** Maps a point of the cutout (pixels) to that frame. */
  locate(x: number, y: number, out: Point): void;
}

/** Point in a frame, in pixels. */
interface Point {
  x: number;
  y: number;
}

/** Frame with its mask of people at half size. */
export interface PuppetFrame {
  readonly frame: I420Frame;
  readonly people: Pick<People, 'person'>;
}

/** Largest yaw of a head relative to its image, in radians: beyond it the far side would be stretched. */
export const MAX_YAW = 0.62;
/** Largest pitch of a head relative to its image, in radians. */
export const MAX_PITCH = 0.45;
const MAX_ROLL = 0.8;
/** Weight of the image's own head direction in the pose of a body. */
const REST_WEIGHT = 0.8;
/** Time constant of a body's size. */
const SIZE_TIME_US = 350_000;
/**
 * Position of a body's face, as a fraction of the frame's height, at which the cutout must still reach the lower edge.
 */
const LOWEST_FACE = 0.58;
const LONGEST_GAP_US = 1_000_000;
const CHIN = 152;
const UPPER_LIP = 13;
const LOWER_LIP = 14;

const none: Uint8Array = new Uint8Array(0);

/** Creates a puppet of a cutout. */
export function createPuppet(
  cutout: CharacterCutout,
  face: CanonicalFace,
  part: PuppetPart,
): Puppet {
  return new PhotoPuppet(cutout, face, part);
}

class PhotoPuppet implements Puppet {
  readonly #cutout: CharacterCutout;
  readonly #part: PuppetPart;
  readonly #basis: Uint16Array;
  readonly #mesh: PuppetMesh;
  readonly #shaper;
  readonly #memory = createShapeMemory();
  readonly #pose: PuppetPose = createPuppetPose();
  readonly #torso: TorsoWatch;
  readonly #matte = { values: none, width: 0, height: 0, scale: 0.5 };
  readonly #middle = new Float64Array(3);
  readonly #frontal = new Float32Array(FACE_SHAPE_SIZE);
  readonly #posed = new Float32Array(FACE_SHAPE_SIZE);
  readonly #shaped = new Float32Array(FACE_SHAPE_SIZE);
  readonly #planes = {
    luma: createDrawnPlanes(),
    chroma: createDrawnPlanes(),
    face: createDrawnPlanes(),
    faceChroma: createDrawnPlanes(),
  };
  readonly #net: TexturedMesh;
  readonly #faceMesh: TexturedMesh;
  readonly #mouth: TexturedMesh;
  #levels: readonly PuppetPlanes[] = [];
  /** Index of the drawn level; null before the first frame of a face. */
  #drawnLevel: number | null = null;
  #colour = '';
  #tone: ToneMatch | null = null;
  #full = new Uint8Array(0);
  #lastUs: number | null = null;
  #id = 0;
  /** Distance from the middle of the face to the cutout's lower edge, in centimetres. */
  readonly #reachCm: number;
  #drawn: DrawnPuppet | null = null;
  readonly #box = { left: 0, top: 0, width: 0, height: 0 };
  readonly chin = { x: 0, y: 0 };

  constructor(cutout: CharacterCutout, face: CanonicalFace, part: PuppetPart) {
    // The extension below only fills what vertical motion uncovers: the cutout's position ignores it.
    const stood = part === 'body' ? extendBelow(cutout) : cutout;
    this.#cutout = stood;
    this.#part = part;
    this.#basis = face.poseBasis.points;
    this.#mesh = createPuppetMesh(stood, face);
    this.#torso = createTorsoWatch(face);
    this.#shaper = createHeadShaper(face, toFrontalShape(cutout, face));
    const { triangles, from, to, nodeCount } = this.#mesh;
    this.#net = {
      triangles,
      to: { points: to, step: 2, originX: 0, originY: 0, scale: 1 },
      from: { points: from, step: 2, originX: 0, originY: 0, scale: 1 },
      shade: createPairShade(nodeCount),
    };
    const shade = createPairShade(MESH_POINT_COUNT);
    this.#faceMesh = {
      triangles: createTextureLayout(face, 1).triangles,
      to: { points: this.#shaped, step: 3, originX: 0, originY: 0, scale: 1 },
      from: { points: cutout.landmarks, step: 3, originX: 0, originY: 0, scale: 1 },
      shade,
    };
    this.#mouth = {
      triangles: createFan(LIPS_INNER),
      to: { points: this.#shaped, step: 3, originX: 0, originY: 0, scale: 1 },
      from: { points: this.#posed, step: 3, originX: 0, originY: 0, scale: 1 },
      shade: createPairShade(MESH_POINT_COUNT),
    };
    setMiddleOfMesh(this.#middle, cutout.landmarks, this.#basis);
    this.#reachCm = (cutout.height - this.#middle[1]!) / cutout.pose.scale;
  }

  pose({ frame, people }: PuppetFrame, face: TrackedFace, timestampUs: number): boolean {
    if (frame.strideY !== frame.width || frame.strideU * 2 !== frame.width) {
      return false; // Frames of even width from the pool never have gaps.
    }
    const elapsedUs = this.#advance(face, timestampUs);
    this.#estimatePose(frame, face, elapsedUs);
    this.#shape(face, elapsedUs);
    this.#matte.values = people.person;
    this.#matte.width = (frame.width + 1) >> 1;
    this.#matte.height = (frame.height + 1) >> 1;
    this.#torso.observe(this.#matte, face, elapsedUs);
    this.#mesh.deform(this.#pose, this.#shaped, this.#torso.motion);
    this.#useColoursOf(frame);
    if (this.#part === 'head') {
      // The neck below the head is the streamer's, so the skin tones must match.
      this.#tone?.learn(frame, face.landmarks, elapsedUs);
    }
    this.#draw(frame, face);
    return true;
  }

  get size(): number {
    return this.#pose.scale / this.#cutout.pose.scale;
  }

  locate(x: number, y: number, out: Point): void {
    this.#mesh.locate(x, y, out);
  }

  composite(frame: I420Frame): void {
    const drawn = this.#drawn;
    if (drawn === null) {
      return;
    }
    compositePuppet(frame, drawn, this.#box);
  }

  #advance(face: TrackedFace, timestampUs: number): number | null {
    const gapUs = this.#lastUs === null ? null : timestampUs - this.#lastUs;
    const isOther = face.id !== this.#id;
    this.#lastUs = timestampUs;
    this.#id = face.id;
    if (isOther) {
      this.#drawnLevel = null;
    }
    return gapUs === null || isOther || gapUs <= 0 || gapUs > LONGEST_GAP_US ? null : gapUs;
  }

  /** Sets the position and turn of the head. */
  #estimatePose(
    frame: I420Frame,
    { pose: target, landmarks }: TrackedFace,
    elapsedUs: number | null,
  ): void {
    const pose = this.#pose;
    const own = this.#cutout.pose;
    if (this.#part === 'head') {
      pose.yaw = own.yaw + softClamp(target.yaw - own.yaw, MAX_YAW);
      pose.pitch = own.pitch + softClamp(target.pitch - own.pitch, MAX_PITCH);
    } else {
      // Nothing else of the streamer shows: a body at rest may keep its image's direction.
      pose.yaw = own.yaw * REST_WEIGHT + softClamp(target.yaw, MAX_YAW);
      pose.pitch = own.pitch * REST_WEIGHT + softClamp(target.pitch, MAX_PITCH);
    }
    pose.roll = softClamp(target.roll, MAX_ROLL);
    setRotationOfAngles(pose);
    const weight = smoothingFactor(elapsedUs, SIZE_TIME_US);
    setMiddleOfMesh(this.#middle, landmarks, this.#basis);
    let { scale } = target;
    if (this.#part === 'body') {
      // Makes the cutout large enough to reach the lower edge with the face high enough in the frame.
      scale = Math.max(scale, (frame.height * (1 - LOWEST_FACE)) / this.#reachCm);
    }
    pose.scale += (scale - pose.scale) * (this.#part === 'head' ? 1 : weight);
    pose.middleX = this.#middle[0]!;
    pose.middleY =
      this.#part === 'head'
        ? this.#middle[1]!
        : Math.max(this.#middle[1]!, frame.height + 2 - this.#reachCm * pose.scale);
  }

  /** Shapes the cutout's face with the streamer's expression. */
  #shape(face: TrackedFace, elapsedUs: number | null): void {
    const { rotation, scale, middleX, middleY } = this.#pose;
    setFrontalShape(this.#frontal, face.landmarks, face.pose, this.#basis);
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
      const x = this.#frontal[at]! * scale;
      const y = this.#frontal[at + 1]! * scale;
      const z = this.#frontal[at + 2]! * scale;
      this.#posed[at] = middleX + rotation[0]! * x + rotation[1]! * y + rotation[2]! * z;
      this.#posed[at + 1] = middleY + rotation[3]! * x + rotation[4]! * y + rotation[5]! * z;
      this.#posed[at + 2] = rotation[6]! * x + rotation[7]! * y + rotation[8]! * z;
    }
    const posed = { landmarks: this.#posed, pose: this.#pose };
    this.#shaper.learn(this.#memory, posed, elapsedUs);
    this.#shaper.shape(this.#memory, posed, this.#shaped);
    this.chin.x = this.#shaped[CHIN * 3]!;
    this.chin.y = this.#shaped[CHIN * 3 + 1]!;
  }

  #useColoursOf(frame: I420Frame): void {
    const { matrix, isFullRange } = computeColour(frame);
    const colour = isFullRange ? `${matrix} full` : matrix;
    if (colour !== this.#colour) {
      this.#colour = colour;
      this.#levels = makePuppetPlanes(this.#cutout, frame);
      this.#tone = createToneMatch(this.#levels[0]!, this.#cutout.landmarks);
    }
  }

  #draw(frame: I420Frame, face: TrackedFace): void {
    const { width, height } = frame;
    const reduction = this.#cutout.pose.scale / this.#pose.scale;
    this.#drawnLevel = selectPuppetPlanes(this.#drawnLevel, reduction);
    const level = this.#levels[this.#drawnLevel]!;
    const half = { width: width >> 1, height: (height + 1) >> 1 };
    const luma = this.#planes.luma.clear(width, height);
    const chroma = this.#planes.chroma.clear(half.width, half.height);
    const net = this.#net;
    const mask = this.#part === 'head' ? level.head : level.alpha;
    const size = { width: level.width, height: level.height };
    const chromaSize = { width: level.width >> 1, height: level.height >> 1 };
    const tone = this.#tone?.tone ?? plainTone;
    const black = selectYuvConversion(frame).lumaOffset;
    setLumaShade(net, tone, black);
    setScales(net, 1, level.scale);
    drawTriangles(luma, { first: level.y, second: mask, ...size }, net);
    setChromaShade(net, tone);
    setScales(net, 0.5, level.scale / 2);
    drawTriangles(chroma, { first: level.u, second: level.v, ...chromaSize }, net);

    const box = this.#setBox(width, height);
    const drawnFace = this.#planes.face.clear(box.width, box.height);
    const faceChroma = this.#planes.faceChroma.clear(box.width >> 1, box.height >> 1);
    if (box.width > 0 && box.height > 0) {
      const mesh = this.#faceMesh;
      setOrigin(mesh, box);
      setLumaShade(mesh, tone, black);
      setScales(mesh, 1, level.scale);
      drawTriangles(drawnFace, { first: level.y, second: level.face, ...size }, mesh);
      setChromaShade(mesh, tone);
      setScales(mesh, 0.5, level.scale / 2);
      drawTriangles(faceChroma, { first: level.u, second: level.v, ...chromaSize }, mesh);
      this.#drawMouth(frame, face, { drawnFace, faceChroma });
    }
    this.#drawn = { luma, chroma, face: drawnFace, faceChroma };
  }

  /** Draws the inside of the mouth from the frame. */
  #drawMouth(
    frame: I420Frame,
    { landmarks }: TrackedFace,
    { drawnFace, faceChroma }: { readonly drawnFace: DrawnPair; readonly faceChroma: DrawnPair },
  ): void {
    const open = landmarks[LOWER_LIP * 3 + 1]! - landmarks[UPPER_LIP * 3 + 1]!;
    if (Math.abs(open) < 1) {
      return;
    }
    const { width, height } = frame;
    if (this.#full.length !== width * height) {
      this.#full = new Uint8Array(width * height).fill(255);
    }
    const mouth = this.#mouth;
    mouth.from.points = landmarks;
    setOrigin(mouth, this.#box);
    setScales(mouth, 1, 1);
    drawTriangles(drawnFace, { first: frame.y, second: this.#full, width, height }, mouth);
    setScales(mouth, 0.5, 0.5);
    const half = { width: width >> 1, height: (height + 1) >> 1 };
    drawTriangles(faceChroma, { first: frame.u, second: frame.v, ...half }, mouth);
  }

  /** Sets the box around the face, inside the frame, with even values. */
  #setBox(width: number, height: number): Box {
    let [minX, minY, maxX, maxY] = [width, height, 0, 0];
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
      minX = Math.min(minX, this.#shaped[at]!);
      maxX = Math.max(maxX, this.#shaped[at]!);
      minY = Math.min(minY, this.#shaped[at + 1]!);
      maxY = Math.max(maxY, this.#shaped[at + 1]!);
    }
    const box = this.#box;
    box.left = Math.max(0, Math.floor(minX) - 2) & ~1;
    box.top = Math.max(0, Math.floor(minY) - 2) & ~1;
    box.width = Math.max(0, Math.min(width & ~1, (Math.ceil(maxX) + 3) & ~1) - box.left);
    box.height = Math.max(0, Math.min(height & ~1, (Math.ceil(maxY) + 3) & ~1) - box.top);
    return box;
  }
}

const plainTone: SkinTone = { y: 1, u: 1, v: 1 };

function setLumaShade({ shade }: TexturedMesh, { y }: SkinTone, black: number): void {
  shade.firstGain.fill(y);
  shade.firstOffset.fill(black * (1 - y));
  shade.secondGain.fill(1);
  shade.secondOffset.fill(0);
}

function setChromaShade({ shade }: TexturedMesh, { u, v }: SkinTone): void {
  shade.firstGain.fill(u);
  shade.firstOffset.fill(128 * (1 - u));
  shade.secondGain.fill(v);
  shade.secondOffset.fill(128 * (1 - v));
}

function setScales({ to, from }: TexturedMesh, toScale: number, fromScale: number): void {
  to.scale = toScale;
  from.scale = fromScale;
}

function setOrigin({ to }: TexturedMesh, { left, top }: { left: number; top: number }): void {
  to.originX = left;
  to.originY = top;
}

/** Triangulates an outline of mesh points. */
function createFan(outline: readonly number[]): Uint16Array {
  // The outline runs from one corner along the upper lip and back along the lower one: quads connect both.
  const count = outline.length;
  const triangles: number[] = [];
  for (let index = 0; index < count / 2; index += 1) {
    const upper = outline[index]!;
    const nextUpper = outline[index + 1]!;
    const lower = outline[(count - index) % count]!;
    const nextLower = outline[count - index - 1]!;
    triangles.push(upper, nextUpper, nextLower, upper, nextLower, lower);
  }
  return Uint16Array.from(triangles);
}
