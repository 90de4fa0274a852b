/**
 * Maps each pixel of a target's view to the source's view. The mesh of the source is rotated to the pose of the
 * target's head and fitted to its mesh; hair and skull are assumed to be as deep as the middle of the head, and rotate
 * with it.
 */
import { smoothstep } from '../vision/math.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../track/mesh-points.ts';
import { createSimilarity, fitSimilarity } from '../vision/similarity.ts';
import { invert, VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';

/** Positions in the view of the source for a grid of positions in the view of the target. */
export interface PoseWarp {
  /** x and y of every node, row by row. */
  readonly nodes: Float32Array;
}

/** Number of nodes along a side of the grid, and their distance in pixels. */
const NODES = 65;
const STEP = VIEW_SIZE / (NODES - 1);
/**
 * Depth of hair and skull behind the middle of the face, and the distance from the face at which it is reached, in
 * centimetres.
 */
const DEPTH_CM = 8;
const DEPTH_FROM_CM = 9;
/** Distance in centimetres over which a point of the mesh determines the depth around it. */
const DEPTH_REACH_CM = 1.6;
/** Number of fixed-point steps that invert the rotation. */
const STEPS = 8;

/** Returns the rotation from one pose to another, row by row, without roll, because views are upright. */
export function computeRotation(from: HeadView['pose'], to: HeadView['pose']): Float64Array {
  return multiply(toRotation(to), transpose(toRotation(from)));
}

/** Returns the angle of a rotation in radians. */
export function toAngle(turn: Float64Array): number {
  const cosine = (turn[0] + turn[4] + turn[8] - 1) / 2;
  return Math.acos(Math.max(-1, Math.min(1, cosine)));
}

/** Creates the warp from a target to a source. */
export function warpPose(source: HeadView, target: HeadView, face: CanonicalFace): PoseWarp {
  const turn = computeRotation(source.pose, target.pose);
  const middle = computeMiddle(source.landmarks, face.poseBasis.points);
  const turned = new Float32Array(source.landmarks.length);
  for (let at = 0; at < turned.length; at += 3) {
    const point = turnPoint(
      turn,
      source.landmarks[at] - middle[0],
      source.landmarks[at + 1] - middle[1],
      source.landmarks[at + 2] - middle[2],
    );
    turned.set(point, at);
  }
  const toTarget = createSimilarity();
  const basis = Uint16Array.from([...face.poseBasis.points, ...FACE_OVAL]);
  fitSimilarity(toTarget, turned, target.landmarks, basis);
  const depths = measureDepths(source.landmarks, middle);
  return { nodes: makeNodes(invert(toTarget), { turn, middle, depths }) };
}

/** Writes the position in the source that belongs to a position of the target into `target`. */
export function readWarp({ nodes }: PoseWarp, x: number, y: number, target: Float64Array): void {
  const column = Math.max(0, Math.min(NODES - 1.001, x / STEP));
  const row = Math.max(0, Math.min(NODES - 1.001, y / STEP));
  const left = Math.floor(column);
  const top = Math.floor(row);
  const fx = column - left;
  const fy = row - top;
  const at = (top * NODES + left) * 2;
  for (let axis = 0; axis < 2; axis += 1) {
    const upper = nodes[at + axis] * (1 - fx) + nodes[at + 2 + axis] * fx;
    const lower = nodes[at + NODES * 2 + axis] * (1 - fx) + nodes[at + NODES * 2 + 2 + axis] * fx;
    target[axis] = upper * (1 - fy) + lower * fy;
  }
}

/** Returns the depth of every node of the source's view behind the middle of the face. */
function measureDepths(landmarks: Float32Array, middle: readonly number[]): Float32Array {
  const depths = new Float32Array(NODES * NODES);
  const reach = (DEPTH_REACH_CM * VIEW_SCALE) ** 2;
  for (let node = 0; node < depths.length; node += 1) {
    const x = (node % NODES) * STEP;
    const y = Math.floor(node / NODES) * STEP;
    let total = 0;
    let sum = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let at = 0; at < MESH_POINT_COUNT * 3; at += 3) {
      const distance = (x - landmarks[at]) ** 2 + (y - landmarks[at + 1]) ** 2;
      const weight = 1 / (distance + reach) ** 2;
      total += weight;
      sum += weight * (landmarks[at + 2] - middle[2]);
      nearest = Math.min(nearest, distance);
    }
    const isHead = smoothstep(0, DEPTH_FROM_CM, Math.sqrt(nearest) / VIEW_SCALE);
    depths[node] = (sum / total) * (1 - isHead) + DEPTH_CM * VIEW_SCALE * isHead;
  }
  return depths;
}

/** Returns for every node of the target the position of the source that the rotation moves there. */
function makeNodes(
  { a, b, shiftX, shiftY }: ReturnType<typeof invert>,
  {
    turn,
    middle,
    depths,
  }: {
    readonly turn: Float64Array;
    readonly middle: readonly number[];
    readonly depths: Float32Array;
  },
): Float32Array {
  const nodes = new Float32Array(NODES * NODES * 2);
  const [xx, xy, xz, yx, yy, yz] = [turn[0], turn[1], turn[2], turn[3], turn[4], turn[5]];
  const scale = 1 / (xx * yy - xy * yx);
  for (let node = 0; node < NODES * NODES; node += 1) {
    const x = (node % NODES) * STEP;
    const y = Math.floor(node / NODES) * STEP;
    const turnedX = a * x - b * y + shiftX;
    const turnedY = b * x + a * y + shiftY;
    let fromX = turnedX;
    let fromY = turnedY;
    for (let step = 0; step < STEPS; step += 1) {
      const depth = readNodes(depths, fromX + middle[0], fromY + middle[1]);
      const leftX = turnedX - xz * depth;
      const leftY = turnedY - yz * depth;
      // The steps are damped, because full steps would oscillate where the depth falls steeply.
      fromX += ((yy * leftX - xy * leftY) * scale - fromX) * 0.6;
      fromY += ((xx * leftY - yx * leftX) * scale - fromY) * 0.6;
    }
    nodes[node * 2] = middle[0] + fromX;
    nodes[node * 2 + 1] = middle[1] + fromY;
  }
  return nodes;
}

function readNodes(values: Float32Array, x: number, y: number): number {
  const column = Math.max(0, Math.min(NODES - 1.001, x / STEP));
  const row = Math.max(0, Math.min(NODES - 1.001, y / STEP));
  const at = Math.floor(row) * NODES + Math.floor(column);
  const fx = column - Math.floor(column);
  const fy = row - Math.floor(row);
  const upper = values[at] * (1 - fx) + values[at + 1] * fx;
  const lower = values[at + NODES] * (1 - fx) + values[at + NODES + 1] * fx;
  return upper * (1 - fy) + lower * fy;
}

/** Returns the rotation of a pose without roll, from the canonical head to the view. */
function toRotation({ rotation, roll }: HeadView['pose']): Float64Array {
  const [cos, sin] = [Math.cos(-roll), Math.sin(-roll)];
  return multiply(Float64Array.of(cos, -sin, 0, sin, cos, 0, 0, 0, 1), Float64Array.from(rotation));
}

function multiply(first: Float64Array, second: Float64Array): Float64Array {
  return Float64Array.from({ length: 9 }, (_, at) => {
    const row = at - (at % 3);
    const column = at % 3;
    return (
      first[row] * second[column] +
      first[row + 1] * second[3 + column] +
      first[row + 2] * second[6 + column]
    );
  });
}

function transpose(matrix: Float64Array): Float64Array {
  return Float64Array.from({ length: 9 }, (_, at) => matrix[(at % 3) * 3 + Math.floor(at / 3)]);
}

function turnPoint(
  turn: Float64Array,
  x: number,
  y: number,
  z: number,
): [x: number, y: number, z: number] {
  return [
    turn[0] * x + turn[1] * y + turn[2] * z,
    turn[3] * x + turn[4] * y + turn[5] * z,
    turn[6] * x + turn[7] * y + turn[8] * z,
  ];
}

function computeMiddle(landmarks: Float32Array, points: Uint16Array): readonly number[] {
  return [0, 1, 2].map(
    (axis) => points.reduce((sum, point) => sum + landmarks[point * 3 + axis], 0) / points.length,
  );
}
