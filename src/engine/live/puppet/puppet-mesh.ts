/**
 * Mesh that deforms a cutout: every vertex has a position in the head, a weight of the head against the body, and the
 * face points that it follows. The body follows the torso; towards the cutout's lower edge it moves less up and down.
 */
import { clamp, softClamp, smoothstep } from '../../vision/math.ts';
import { setFrontalShape, FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { CharacterCutout } from '../character/character-cutout.ts';
import { setMiddleOfMesh, type PuppetPose } from './puppet-pose.ts';
import type { TorsoMotion } from './torso/torso-fit.ts';
import { CHEST_DOWN_CM, NECK_BACK_CM, NECK_DOWN_CM } from './torso/torso-watch.ts';

/** Deformable mesh over a cutout. */
export interface PuppetMesh {
  readonly triangles: Uint16Array;
  /** x and y of every vertex in the cutout. */
  readonly from: Float32Array;
  /** x and y of every vertex in the frame after `deform`. */
  readonly to: Float32Array;
  readonly nodeCount: number;
  /** Deforms the mesh: the head to `pose`, the face to `shaped` (x, y, z per point), the body by the torso's motion. */
  deform(pose: PuppetPose, shaped: Float32Array, torso: Readonly<TorsoMotion>): void;
  /** Maps a point of the cutout (pixels) to the frame of the last `deform`. */
  locate(x: number, y: number, out: { x: number; y: number }): void;
}

const COLUMNS = 26;
const ROWS = 30;
/**
 * Depth of hair and skull behind the middle of the face, the distance at which it is reached, and the softening radius
 * of the inverse-distance weights; centimetres.
 */
const DEPTH_CM = 8;
const DEPTH_FROM_CM = 9;
const DEPTH_REACH_CM = 1.6;
/** Distances below the chin (centimetres) at which the body begins, and at which it has full weight. */
const BODY_FROM = 0.5;
const BODY_TO = 9;
/**
 * Half width of the neck, and the rise of both limits per centimetre beside it: larger motion needs a longer
 * transition.
 */
const NECK_HALF_CM = 7;
const FROM_BESIDE = 1.2;
const TO_BESIDE = 0.2;
/** Half width of the neck, which keeps its width, and the distance from which the body scales fully. */
const SQUEEZED_CM = [3, 13] as const;
/** Maximum vertical motion of a body, also as a fraction of its height, and the part of it at the lower edge. */
const MAX_LIFT_CM = 6;
const MAX_LIFT = 0.45;
const EDGE_LIFT = 0.4;
/**
 * Maximum tilt of a body against the head, and maximum rise of the shoulders towards it, which shrinks with tilt and
 * shift.
 */
const MAX_TILT = 0.32;
const NECK_CM = 4;
const MIN_NECK_CM = 0.5;
const TILTED_CM = 9;
const SHIFTED_CM = 0.35;
/** Number of face points that a vertex follows, and the distances (centimetres) over which it stops following. */
const FOLLOWED = 6;
const FOLLOW_FROM_CM = 0.6;
const FOLLOW_TO_CM = 7;
const CHIN = 152;

/** Creates the mesh of a cutout. */
export function createPuppetMesh(cutout: CharacterCutout, face: CanonicalFace): PuppetMesh {
  return new DeformedMesh(cutout, face);
}

class DeformedMesh implements PuppetMesh {
  readonly triangles: Uint16Array;
  readonly from: Float32Array;
  readonly to: Float32Array;
  readonly nodeCount = COLUMNS * ROWS;
  readonly #neck = { x: 0, y: 0 };
  /** Frontal face shape of the cutout, in centimetres. */
  readonly #shape = new Float32Array(FACE_SHAPE_SIZE);
  /** x, y, z of every vertex in the head's coordinates, in centimetres. */
  readonly #inHead: Float32Array;
  /** x and y of every vertex from the cutout's neck, in centimetres, and its weights for width and vertical motion. */
  readonly #fromNeck: Float32Array;
  readonly #squeezed: Float32Array;
  readonly #rising: Float32Array;
  readonly #maxLift: number;
  readonly #headWeight: Float32Array;
  readonly #followed: Uint16Array;
  readonly #followWeight: Float32Array;
  readonly #rest = new Float32Array(MESH_POINT_COUNT * 2);
  /** Mesh cells per pixel of the cutout. */
  readonly #cells: { readonly x: number; readonly y: number };
  readonly #neckInHead: readonly [number, number, number];

  constructor(cutout: CharacterCutout, { poseBasis }: CanonicalFace) {
    const { landmarks, pose, width, height } = cutout;
    this.#cells = { x: (COLUMNS - 1) / width, y: (ROWS - 1) / height };
    this.triangles = makeTriangles();
    this.from = new Float32Array(this.nodeCount * 2);
    this.to = new Float32Array(this.nodeCount * 2);
    this.#inHead = new Float32Array(this.nodeCount * 3);
    this.#fromNeck = new Float32Array(this.nodeCount * 2);
    this.#squeezed = new Float32Array(this.nodeCount);
    this.#rising = new Float32Array(this.nodeCount);
    this.#headWeight = new Float32Array(this.nodeCount);
    this.#followed = new Uint16Array(this.nodeCount * FOLLOWED);
    this.#followWeight = new Float32Array(this.nodeCount * FOLLOWED);
    setFrontalShape(this.#shape, landmarks, pose, poseBasis.points);
    const chin = this.#shape[CHIN * 3 + 1]!;
    this.#neckInHead = [0, chin + NECK_DOWN_CM, NECK_BACK_CM];
    const middle = new Float64Array(3);
    setMiddleOfMesh(middle, landmarks, poseBasis.points);
    const own: PuppetPose = { ...pose, middleX: middle[0]!, middleY: middle[1]! };
    this.#setNeck(own);
    const { x: neckX, y: neckY } = this.#neck;
    const bottom = Math.max(1, (height - neckY) / pose.scale);
    this.#maxLift = Math.min(MAX_LIFT_CM, bottom * MAX_LIFT);
    const { rotation, scale } = pose;
    for (let node = 0; node < this.nodeCount; node += 1) {
      const x = ((node % COLUMNS) / (COLUMNS - 1)) * width;
      const y = (Math.floor(node / COLUMNS) / (ROWS - 1)) * height;
      this.from[node * 2] = x;
      this.from[node * 2 + 1] = y;
      const depth = this.#follow(node, { x, y, landmarks, scale, middleZ: middle[2]! });
      const px = (x - middle[0]!) / scale;
      const py = (y - middle[1]!) / scale;
      const inHeadY = rotation[1]! * px + rotation[4]! * py + rotation[7]! * depth;
      this.#inHead[node * 3] = rotation[0]! * px + rotation[3]! * py + rotation[6]! * depth;
      this.#inHead[node * 3 + 1] = inHeadY;
      this.#inHead[node * 3 + 2] = rotation[2]! * px + rotation[5]! * py + rotation[8]! * depth;
      const beside = Math.max(0, Math.abs(this.#inHead[node * 3]!) - NECK_HALF_CM);
      const bodyFrom = chin + BODY_FROM - FROM_BESIDE * beside;
      const bodyTo = chin + BODY_TO - TO_BESIDE * beside;
      this.#headWeight[node] = 1 - smoothstep(bodyFrom, bodyTo, inHeadY);
      const [across, down] = [(x - neckX) / scale, (y - neckY) / scale];
      this.#fromNeck[node * 2] = across;
      this.#fromNeck[node * 2 + 1] = down;
      this.#squeezed[node] = across * smoothstep(SQUEEZED_CM[0], SQUEEZED_CM[1], Math.abs(across));
      this.#rising[node] = 1 - (1 - EDGE_LIFT) * smoothstep(0, bottom, down);
    }
  }

  #setNeck({ rotation, scale, middleX, middleY }: PuppetPose): void {
    const [x, y, z] = this.#neckInHead;
    this.#neck.x = middleX + scale * (rotation[0]! * x + rotation[1]! * y + rotation[2]! * z);
    this.#neck.y = middleY + scale * (rotation[3]! * x + rotation[4]! * y + rotation[5]! * z);
  }

  deform(pose: PuppetPose, shaped: Float32Array, torso: Readonly<TorsoMotion>): void {
    const { rotation, scale, middleX, middleY } = pose;
    const [r0, r1, r2] = [rotation[0]! * scale, rotation[1]! * scale, rotation[2]! * scale];
    const [r3, r4, r5] = [rotation[3]! * scale, rotation[4]! * scale, rotation[5]! * scale];
    const shape = this.#shape;
    const rest = this.#rest;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const at = point * 3;
      const [x, y, z] = [shape[at]!, shape[at + 1]!, shape[at + 2]!];
      rest[point * 2] = shaped[at]! - (middleX + r0 * x + r1 * y + r2 * z);
      rest[point * 2 + 1] = shaped[at + 1]! - (middleY + r3 * x + r4 * y + r5 * z);
    }
    this.#setNeck(pose);
    const neck = this.#neck;
    const tilt = softClamp(torso.tilt - pose.roll, MAX_TILT);
    const leftCm = NECK_CM - TILTED_CM * Math.abs(tilt) - SHIFTED_CM * Math.abs(torso.x);
    const lift = softClamp(torso.y, Math.max(MIN_NECK_CM, leftCm));
    const cos = Math.cos(pose.roll + tilt);
    const sin = Math.sin(pose.roll + tilt);
    const squeeze = torso.width - 1;
    const maxLift = this.#maxLift;
    for (let node = 0; node < this.nodeCount; node += 1) {
      const at = node * 3;
      const [x, y, z] = [this.#inHead[at]!, this.#inHead[at + 1]!, this.#inHead[at + 2]!];
      let headX = middleX + r0 * x + r1 * y + r2 * z;
      let headY = middleY + r3 * x + r4 * y + r5 * z;
      for (let index = node * FOLLOWED; index < (node + 1) * FOLLOWED; index += 1) {
        const weight = this.#followWeight[index]!;
        const point = this.#followed[index]! * 2;
        headX += rest[point]! * weight;
        headY += rest[point + 1]! * weight;
      }
      const across = this.#fromNeck[node * 2]! + squeeze * this.#squeezed[node]!;
      const down = this.#fromNeck[node * 2 + 1]!;
      const below = down - CHEST_DOWN_CM;
      const sinks = lift + sin * across + (cos - 1) * below;
      const bodyX = neck.x + (torso.x + cos * across - sin * below) * scale;
      const bodyY = neck.y + (down + softClamp(sinks, maxLift) * this.#rising[node]!) * scale;
      const weight = this.#headWeight[node]!;
      this.to[node * 2] = bodyX + (headX - bodyX) * weight;
      this.to[node * 2 + 1] = bodyY + (headY - bodyY) * weight;
    }
  }

  locate(x: number, y: number, out: { x: number; y: number }): void {
    const acrossCells = clamp(x * this.#cells.x, 0, COLUMNS - 1.001);
    const downCells = clamp(y * this.#cells.y, 0, ROWS - 1.001);
    const [column, row] = [Math.floor(acrossCells), Math.floor(downCells)];
    const [across, down] = [acrossCells - column, downCells - row];
    const upper = (row * COLUMNS + column) * 2;
    const lower = upper + COLUMNS * 2;
    const at = (axis: 0 | 1): number => {
      const left = this.to[upper + axis]! * (1 - down) + this.to[lower + axis]! * down;
      const right = this.to[upper + 2 + axis]! * (1 - down) + this.to[lower + 2 + axis]! * down;
      return left + (right - left) * across;
    };
    out.x = at(0);
    out.y = at(1);
  }

  /** Finds the face points that a vertex follows; returns its depth behind the middle of the face. */
  #follow(
    node: number,
    {
      x,
      y,
      landmarks,
      scale,
      middleZ,
    }: {
      readonly x: number;
      readonly y: number;
      readonly landmarks: Float32Array;
      readonly scale: number;
      readonly middleZ: number;
    },
  ): number {
    const points = Array.from({ length: MESH_POINT_COUNT }, (_, point) => ({
      point,
      distance: Math.hypot(x - landmarks[point * 3]!, y - landmarks[point * 3 + 1]!) / scale,
    })).toSorted((a, b) => a.distance - b.distance);
    const nearest = points[0]!.distance;
    const reach = 1 - smoothstep(FOLLOW_FROM_CM, FOLLOW_TO_CM, nearest);
    const near = points.slice(0, FOLLOWED).map((entry) => ({
      ...entry,
      weight: 1 / (entry.distance ** 2 + 0.25),
    }));
    const total = near.reduce((sum, { weight }) => sum + weight, 0);
    near.forEach(({ point, weight }, index) => {
      this.#followed[node * FOLLOWED + index] = point;
      this.#followWeight[node * FOLLOWED + index] = (weight / total) * reach;
    });
    let weights = 0;
    let sum = 0;
    for (const { point, distance } of points) {
      const weight = 1 / (distance ** 2 + DEPTH_REACH_CM ** 2) ** 2;
      weights += weight;
      sum += (weight * (landmarks[point * 3 + 2]! - middleZ)) / scale;
    }
    const isFar = smoothstep(0, DEPTH_FROM_CM, nearest);
    return (sum / weights) * (1 - isFar) + DEPTH_CM * isFar;
  }
}

function makeTriangles(): Uint16Array {
  const corners: number[] = [];
  for (let row = 0; row < ROWS - 1; row += 1) {
    for (let column = 0; column < COLUMNS - 1; column += 1) {
      const at = row * COLUMNS + column;
      corners.push(at, at + 1, at + COLUMNS, at + 1, at + COLUMNS + 1, at + COLUMNS);
    }
  }
  return Uint16Array.from(corners);
}
