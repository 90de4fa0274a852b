/**
 * The 2D grid that warps the person of a portrait. Every node stores its position in head coordinates, its weight of
 * head against body, and the face points that it follows. Nodes at the image border are pinned, so that shoulders do
 * not leave it.
 */
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import type { HeadPosition } from '../inner-mouth/mouth-plane.ts';
import type { PortraitFace } from './portrait-face.ts';

/** Motion of a body: a shift to the right and down in centimetres, and a factor on its width. */
export interface BodyMotion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Portrait that a grid covers. */
export interface NetSource {
  readonly width: number;
  readonly height: number;
  readonly face: PortraitFace;
  /** Head pose and position in the image. */
  readonly position: HeadPosition;
  /** Frontal face shape as the portrait shows it. */
  readonly shape: FrontalShape;
}

/** Target node spacing in centimetres; minimum and maximum number of rows and columns. */
const SPACING_CM = 1.7;
const COUNTS = [18, 44] as const;
/**
 * Depth of hair and skull behind the middle of the face, reached at this distance from the face; reach of the depth
 * interpolation. In centimetres.
 */
const DEPTH_CM = 8;
const DEPTH_FROM_CM = 9;
const DEPTH_REACH_CM = 1.6;
/** Distances below the chin where the body weight begins to rise and where it is 1, in centimetres. */
const BODY_FROM_CM = 0.5;
const BODY_TO_CM = 9;
/** Half width of the neck. Beside it both borders move up by these amounts per centimetre. */
const NECK_HALF_CM = 7;
const FROM_BESIDE = 1.2;
const TO_BESIDE = 0.2;
/** Number of face points that a node follows; distances at which following begins to fade and ends, in centimetres. */
const FOLLOWED = 6;
const FOLLOW_CM = [0.6, 7] as const;
/** Width of the pinned border as a fraction of the image's shorter side. */
const PINNED = 0.07;
const CHIN = 152;

/** A warp grid over a portrait. */
export class AvatarNet {
  readonly triangles: Uint16Array;
  /** x and y of every node in the portrait. */
  readonly from: Float32Array;
  /** x and y of every node in the frame, after {@link deform}. */
  readonly to: Float32Array;
  readonly count: number;
  /** Values per node. */
  readonly step = 2;
  readonly #shape: FrontalShape;
  readonly #scale: number;
  readonly #neckX: number;
  /** x, y, z of every node in head coordinates, in centimetres. */
  readonly #inHead: Float32Array;
  readonly #headWeight: Float32Array;
  readonly #pinned: Float32Array;
  readonly #followed: Uint16Array;
  readonly #followWeight: Float32Array;
  readonly #moved = new Float32Array(MESH_POINT_COUNT * 2);
  /** Scratch: distance of every face point from the current node, in centimetres. */
  readonly #distances = new Float64Array(MESH_POINT_COUNT);

  constructor(source: NetSource) {
    const { width, height, face, position, shape } = source;
    const { scale } = face.pose;
    const columns = clamp(Math.round(width / scale / SPACING_CM), ...COUNTS);
    const rows = clamp(Math.round(height / scale / SPACING_CM), ...COUNTS);
    this.count = columns * rows;
    this.triangles = listTriangles(columns, rows);
    this.from = new Float32Array(this.count * 2);
    this.to = new Float32Array(this.count * 2);
    this.#shape = shape;
    this.#scale = scale;
    this.#neckX = face.landmarks[CHIN * 3];
    this.#inHead = new Float32Array(this.count * 3);
    this.#headWeight = new Float32Array(this.count);
    this.#pinned = new Float32Array(this.count);
    this.#followed = new Uint16Array(this.count * FOLLOWED);
    this.#followWeight = new Float32Array(this.count * FOLLOWED);
    const { rotation, middleX, middleY } = position;
    const chin = shape[CHIN * 3 + 1];
    for (let node = 0; node < this.count; node += 1) {
      const x = ((node % columns) / (columns - 1)) * width;
      const y = (Math.floor(node / columns) / (rows - 1)) * height;
      this.from.set([x, y], node * 2);
      const edge = Math.min(x, width - x, y, height - y) / Math.min(width, height);
      this.#pinned[node] = 1 - smoothstep(0, PINNED, edge);
      const depth = this.#follow(node, { x, y, face, position });
      const [px, py] = [(x - middleX) / scale, (y - middleY) / scale];
      const inHeadX = rotation[0] * px + rotation[3] * py + rotation[6] * depth;
      const inHeadY = rotation[1] * px + rotation[4] * py + rotation[7] * depth;
      const inHeadZ = rotation[2] * px + rotation[5] * py + rotation[8] * depth;
      this.#inHead.set([inHeadX, inHeadY, inHeadZ], node * 3);
      const beside = Math.max(0, Math.abs(inHeadX) - NECK_HALF_CM);
      const bodyFrom = chin + BODY_FROM_CM - FROM_BESIDE * beside;
      const bodyTo = chin + BODY_TO_CM - TO_BESIDE * beside;
      this.#headWeight[node] = 1 - smoothstep(bodyFrom, bodyTo, inHeadY);
    }
  }

  /** Warps the grid: the head to `position`, the face to a mesh (x, y, z per point, pixels), the body by its motion. */
  deform(position: HeadPosition, mesh: Float32Array, body: BodyMotion): void {
    const { rotation, scale, middleX, middleY } = position;
    const [r0, r1, r2] = [rotation[0] * scale, rotation[1] * scale, rotation[2] * scale];
    const [r3, r4, r5] = [rotation[3] * scale, rotation[4] * scale, rotation[5] * scale];
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const at = point * 3;
      const [x, y, z] = [this.#shape[at], this.#shape[at + 1], this.#shape[at + 2]];
      this.#moved[point * 2] = mesh[at] - (middleX + r0 * x + r1 * y + r2 * z);
      this.#moved[point * 2 + 1] = mesh[at + 1] - (middleY + r3 * x + r4 * y + r5 * z);
    }
    for (let node = 0; node < this.count; node += 1) {
      const at = node * 3;
      const [x, y, z] = [this.#inHead[at], this.#inHead[at + 1], this.#inHead[at + 2]];
      let headX = middleX + r0 * x + r1 * y + r2 * z;
      let headY = middleY + r3 * x + r4 * y + r5 * z;
      for (let index = node * FOLLOWED; index < (node + 1) * FOLLOWED; index += 1) {
        const weight = this.#followWeight[index];
        const point = this.#followed[index] * 2;
        headX += this.#moved[point] * weight;
        headY += this.#moved[point + 1] * weight;
      }
      const [fromX, fromY] = [this.from[node * 2], this.from[node * 2 + 1]];
      const bodyX = fromX + body.x * this.#scale + (body.width - 1) * (fromX - this.#neckX);
      const bodyY = fromY + body.y * this.#scale;
      const weight = this.#headWeight[node];
      const pinned = this.#pinned[node];
      const toX = bodyX + (headX - bodyX) * weight;
      const toY = bodyY + (headY - bodyY) * weight;
      this.to[node * 2] = toX + (fromX - toX) * pinned;
      this.to[node * 2 + 1] = toY + (fromY - toY) * pinned;
    }
  }

  /** Finds the points that a node follows; returns its depth behind the middle of the face, in centimetres. */
  #follow(
    node: number,
    {
      x,
      y,
      face: { landmarks, pose },
      position,
    }: {
      readonly x: number;
      readonly y: number;
      readonly face: PortraitFace;
      readonly position: HeadPosition;
    },
  ): number {
    const { rotation } = position;
    const distances = this.#distances;
    let nearest = Infinity;
    let weights = 0;
    let sum = 0;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const at = point * 3;
      const distance = Math.hypot(x - landmarks[at], y - landmarks[at + 1]) / pose.scale;
      distances[point] = distance;
      nearest = Math.min(nearest, distance);
      const weight = 1 / (distance ** 2 + DEPTH_REACH_CM ** 2) ** 2;
      const [px, py, pz] = [this.#shape[at], this.#shape[at + 1], this.#shape[at + 2]];
      weights += weight;
      sum += weight * (rotation[6] * px + rotation[7] * py + rotation[8] * pz);
    }
    const reach = 1 - smoothstep(...FOLLOW_CM, nearest);
    const near = findNearest(distances);
    const total = near.reduce((all, point) => all + weigh(distances[point]), 0);
    near.forEach((point, index) => {
      this.#followed[node * FOLLOWED + index] = point;
      this.#followWeight[node * FOLLOWED + index] = (weigh(distances[point]) / total) * reach;
    });
    const isFar = smoothstep(0, DEPTH_FROM_CM, nearest);
    return (sum / weights) * (1 - isFar) + DEPTH_CM * isFar;
  }
}

/** Returns the nearest points in ascending distance; ties keep the lower index. */
function findNearest(distances: Float64Array): number[] {
  const found: number[] = [];
  for (let point = 0; point < distances.length; point += 1) {
    const last = found[FOLLOWED - 1];
    if (last === undefined || distances[point] < distances[last]) {
      const place = found.findIndex((other) => distances[point] < distances[other]);
      found.splice(place < 0 ? found.length : place, 0, point);
      found.length = Math.min(found.length, FOLLOWED);
    }
  }
  return found;
}

function weigh(distance: number): number {
  return 1 / (distance ** 2 + 0.25);
}

function listTriangles(columns: number, rows: number): Uint16Array {
  const corners: number[] = [];
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const at = row * columns + column;
      corners.push(at, at + 1, at + columns, at + 1, at + columns + 1, at + columns);
    }
  }
  return Uint16Array.from(corners);
}
