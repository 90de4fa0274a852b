import type { ImageFace } from '../../head/head-view.ts';
import { createMouthCloser } from '../../face/shape/close-mouth.ts';
import { toFrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  LEFT_BROW,
  LEFT_EYE,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import type { FaceShape } from '../../../instructions/step.ts';

const LEFT_CORNER = 61;
const RIGHT_CORNER = 291;
const LEFT_CHEEK = 50;
const RIGHT_CHEEK = 280;
const LEFT_INNER_BROW = 55;
const RIGHT_INNER_BROW = 285;
const LEFT_LID = 145;
const RIGHT_LID = 374;
const NOSE_MIDDLE = 1;
/** Outer edges of the nostrils. */
const LEFT_NOSTRIL = 129;
const RIGHT_NOSTRIL = 358;
/** Landmarks where the lips meet. */
const UPPER_LIP = 13;
const LOWER_LIP = 14;

/** Factor of the amount from which a mouth is wholly closed: teeth show in every gap that remains. */
const WHOLLY = 1.5;

/** The mesh of a face while it is reshaped: movements are in widths of the face, along its own axes. */
interface MovedMesh {
  readonly face: ImageFace;
  readonly to: Float32Array;
  /** Moves a point to its right and down. */
  readonly move: (point: number, right: number, down: number) => void;
  /** Returns the offset of a landmark from another position, along the axes of the face. */
  readonly offset: (point: number, x: number, y: number) => readonly [right: number, down: number];
}

/** Computes the landmarks (x, y, z) of a reshaped face; `amount` is 0..1. */
export function reshapeMesh(
  face: ImageFace,
  canonical: CanonicalFace,
  { shape, amount }: { readonly shape: FaceShape; readonly amount: number },
): Float32Array {
  const mesh = createMovedMesh(face);
  switch (shape) {
    case 'smile':
      pullCorners(mesh, amount);
      break;
    case 'sad':
      closeMouth(mesh, canonical, Math.min(1, amount * WHOLLY));
      pullCorners(mesh, -amount);
      raiseInnerBrows(mesh, amount);
      break;
    case 'close_mouth':
      closeMouth(mesh, canonical, Math.min(1, amount * WHOLLY));
      break;
    case 'open_eyes':
      widenEyes(mesh, 0, 0.5 * amount);
      break;
    case 'bigger_eyes':
      widenEyes(mesh, 0.26 * amount, 0);
      break;
    case 'slimmer_face':
      widenFace(mesh, -0.13 * amount);
      break;
    case 'wider_face':
      widenFace(mesh, 0.13 * amount);
      break;
    case 'smaller_nose':
      shrinkNose(mesh, 0.3 * amount);
      break;
    case 'raised_brows':
      for (const point of [...LEFT_BROW, ...RIGHT_BROW]) {
        mesh.move(point, 0, -0.03 * amount);
      }
      break;
    case 'fuller_lips':
      fillLips(mesh, 0.5 * amount);
      break;
    default:
      return shape satisfies never;
  }
  return mesh.to;
}

function createMovedMesh(face: ImageFace): MovedMesh {
  const { landmarks, box, pose } = face;
  const to = Float32Array.from(landmarks);
  const [cos, sin] = [Math.cos(pose.roll), Math.sin(pose.roll)];
  return {
    face,
    to,
    move(point, right, down) {
      to[point * 3] += (cos * right - sin * down) * box.width;
      to[point * 3 + 1] += (sin * right + cos * down) * box.width;
    },
    offset(point, x, y) {
      const across = landmarks[point * 3] - x;
      const along = landmarks[point * 3 + 1] - y;
      return [(across * cos + along * sin) / box.width, (along * cos - across * sin) / box.width];
    },
  };
}

/** Moves the landmarks around a point, less with increasing distance. */
function pull(
  { face: { landmarks }, move, offset }: MovedMesh,
  centre: number,
  {
    right,
    down,
    radius,
  }: { readonly right: number; readonly down: number; readonly radius: number },
): void {
  const [x, y] = [landmarks[centre * 3], landmarks[centre * 3 + 1]];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const [across, along] = offset(point, x, y);
    const weight = Math.exp((-(across * across + along * along) / (radius * radius)) * 2.2);
    if (weight > 0.01) {
      move(point, right * weight, down * weight);
    }
  }
}

function pullCorners(mesh: MovedMesh, amount: number): void {
  const out = 0.05 * Math.max(0, amount);
  const down = -0.07 * amount;
  pull(mesh, LEFT_CORNER, { right: -out, down, radius: 0.17 });
  pull(mesh, RIGHT_CORNER, { right: out, down, radius: 0.17 });
  if (amount > 0) {
    // Cheeks and lower lids rise with a smile, and the middle of the lips stays.
    pull(mesh, LOWER_LIP, { right: 0, down: 0.018 * amount, radius: 0.12 });
    pull(mesh, LEFT_CHEEK, { right: -0.006 * amount, down: -0.03 * amount, radius: 0.18 });
    pull(mesh, RIGHT_CHEEK, { right: 0.006 * amount, down: -0.03 * amount, radius: 0.18 });
    pull(mesh, LEFT_LID, { right: 0, down: -0.014 * amount, radius: 0.07 });
    pull(mesh, RIGHT_LID, { right: 0, down: -0.014 * amount, radius: 0.07 });
  }
}

/** Raises the inner ends of the brows, as sorrow does. */
function raiseInnerBrows(mesh: MovedMesh, amount: number): void {
  pull(mesh, LEFT_INNER_BROW, { right: 0, down: -0.035 * amount, radius: 0.13 });
  pull(mesh, RIGHT_INNER_BROW, { right: 0, down: -0.035 * amount, radius: 0.13 });
}

function closeMouth({ face, to }: MovedMesh, canonical: CanonicalFace, amount: number): void {
  const shape = toFrontalShape(face, canonical);
  const closed = shape.slice();
  createMouthCloser(canonical)(closed);
  const { rotation, scale } = face.pose;
  for (let at = 0; at < shape.length; at += 3) {
    const x = (closed[at] - shape[at]) * scale * amount;
    const y = (closed[at + 1] - shape[at + 1]) * scale * amount;
    const z = (closed[at + 2] - shape[at + 2]) * scale * amount;
    to[at] += rotation[0] * x + rotation[1] * y + rotation[2] * z;
    to[at + 1] += rotation[3] * x + rotation[4] * y + rotation[5] * z;
  }
}

/** Enlarges eyes by a fraction, and spreads their lids by another. */
function widenEyes(mesh: MovedMesh, grown: number, opened: number): void {
  const { landmarks } = mesh.face;
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    let x = 0;
    let y = 0;
    for (const point of outline) {
      x += landmarks[point * 3] / outline.length;
      y += landmarks[point * 3 + 1] / outline.length;
    }
    const [outer] = mesh.offset(outline[0], x, y);
    const [inner] = mesh.offset(outline[8], x, y);
    const reach = Math.abs(outer - inner) * 1.15;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const [right, down] = mesh.offset(point, x, y);
      const weight = Math.exp((-(right * right + down * down) / (reach * reach)) * 2);
      mesh.move(point, right * grown * weight, down * (grown + opened) * weight);
    }
  }
}

function widenFace(mesh: MovedMesh, amount: number): void {
  const { landmarks } = mesh.face;
  const [x, y] = [landmarks[NOSE_MIDDLE * 3], landmarks[NOSE_MIDDLE * 3 + 1]];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const [right, down] = mesh.offset(point, x, y);
    const weight = smoothstep(0.15, 0.5, Math.abs(right)) * smoothstep(-0.45, 0.15, down);
    mesh.move(point, right * amount * 1.5 * weight, 0);
  }
}

/** Spreads lips along the face, away from the line between them. */
function fillLips(mesh: MovedMesh, grown: number): void {
  const { landmarks } = mesh.face;
  const [x, y] = [0, 1].map(
    (axis) => (landmarks[UPPER_LIP * 3 + axis] + landmarks[LOWER_LIP * 3 + axis]) / 2,
  );
  const [left] = mesh.offset(LEFT_CORNER, x, y);
  const [right] = mesh.offset(RIGHT_CORNER, x, y);
  const reach = Math.max(0.05, (right - left) / 2);
  // The area between open lips stays: teeth would grow.
  const [, gap] = mesh.offset(LOWER_LIP, x, y);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const [across, down] = mesh.offset(point, x, y);
    const beyond = Math.sign(down) * Math.max(0, Math.abs(down) - Math.abs(gap));
    const weight = Math.exp(-((across / reach) ** 2) * 1.2 - (beyond / (reach * 0.75)) ** 2);
    mesh.move(point, 0, beyond * grown * weight);
  }
}

/** Narrows and shortens a nose towards the middle of its base; the whole width of the nostrils moves alike. */
function shrinkNose(mesh: MovedMesh, amount: number): void {
  const { landmarks } = mesh.face;
  const [x, y] = [0, 1].map(
    (axis) => (landmarks[LEFT_NOSTRIL * 3 + axis] + landmarks[RIGHT_NOSTRIL * 3 + axis]) / 2,
  );
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const [right, down] = mesh.offset(point, x, y);
    // The bridge is long, and the lips below stay.
    const distance = Math.hypot(right, down * (down < 0 ? 0.75 : 1.6));
    const weight = amount * (1 - smoothstep(0.12, 0.34, distance));
    mesh.move(point, -right * weight, -down * 0.3 * weight);
  }
}
