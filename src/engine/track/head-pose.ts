import type { CanonicalFace } from './canonical-face.ts';

/** Pose of a head. Angles are in radians, all 0 for a face that looks straight at the camera. */
export interface HeadPose {
  /** Positive when the nose points to the right of the image. */
  yaw: number;
  /** Positive when the nose points up. */
  pitch: number;
  /** Positive when the head is tilted clockwise as seen in the image. */
  roll: number;
  /** Pixels per centimetre of the canonical head. */
  scale: number;
  /** Three rows of the rotation from the canonical head to the image (x right, y down, z away). */
  readonly rotation: Float32Array;
}

/** Creates the pose of a head that looks straight ahead. */
export function createHeadPose(): HeadPose {
  return { yaw: 0, pitch: 0, roll: 0, scale: 1, rotation: new Float32Array(9) };
}

/** Estimates poses; keeps its working memory. */
export interface HeadPoseEstimator {
  /** Fits the canonical head to a mesh (x, y, z per point, pixels) and sets `pose`. */
  estimate(pose: HeadPose, mesh: Float32Array): void;
}

/** Creates an estimator for a canonical head: weighted least squares over its pose basis (Horn's quaternions). */
export function createHeadPoseEstimator(face: CanonicalFace): HeadPoseEstimator {
  const { points, weights } = face.poseBasis;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // Normalized weights, and the canonical head around its centre with the axes of the image.
  const fractions = weights.map((weight) => weight / total);
  const model = new Float32Array(points.length * 3);
  for (let axis = 0; axis < 3; axis += 1) {
    const sign = axis === 0 ? 1 : -1;
    let mean = 0;
    points.forEach((point, index) => {
      mean += sign * face.positions[point * 3 + axis] * fractions[index];
    });
    points.forEach((point, index) => {
      model[index * 3 + axis] = sign * face.positions[point * 3 + axis] - mean;
    });
  }
  const covariance = new Float64Array(9);
  const quaternion = new Float64Array([1, 0, 0, 0]);
  const spreadOfModel = model.reduce(
    (sum, value, at) => sum + value * value * fractions[Math.floor(at / 3)],
    0,
  );

  return {
    estimate(pose, mesh) {
      let meanX = 0;
      let meanY = 0;
      let meanZ = 0;
      for (let index = 0; index < points.length; index += 1) {
        const at = points[index] * 3;
        meanX += mesh[at] * fractions[index];
        meanY += mesh[at + 1] * fractions[index];
        meanZ += mesh[at + 2] * fractions[index];
      }
      covariance.fill(0);
      let spread = 0;
      for (let index = 0; index < points.length; index += 1) {
        const at = points[index] * 3;
        const weight = fractions[index];
        const x = mesh[at] - meanX;
        const y = mesh[at + 1] - meanY;
        const z = mesh[at + 2] - meanZ;
        spread += weight * (x * x + y * y + z * z);
        for (let axis = 0; axis < 3; axis += 1) {
          const value = model[index * 3 + axis] * weight;
          covariance[axis * 3] += value * x;
          covariance[axis * 3 + 1] += value * y;
          covariance[axis * 3 + 2] += value * z;
        }
      }
      solveRotation(covariance, quaternion);
      setRotation(pose.rotation, quaternion);
      pose.scale = Math.sqrt(spread / spreadOfModel);
      setAngles(pose);
    },
  };
}

const matrix = new Float64Array(16);
const next = new Float64Array(4);

/** Computes the unit quaternion that best rotates the model onto the mesh: the main eigenvector of Horn's matrix. */
function solveRotation(covariance: Float64Array, quaternion: Float64Array): void {
  const xx = covariance[0];
  const xy = covariance[1];
  const xz = covariance[2];
  const yx = covariance[3];
  const yy = covariance[4];
  const yz = covariance[5];
  const zx = covariance[6];
  const zy = covariance[7];
  const zz = covariance[8];
  matrix[0] = xx + yy + zz;
  matrix[5] = xx - yy - zz;
  matrix[10] = yy - xx - zz;
  matrix[15] = zz - xx - yy;
  matrix[1] = matrix[4] = yz - zy;
  matrix[2] = matrix[8] = zx - xz;
  matrix[3] = matrix[12] = xy - yx;
  matrix[6] = matrix[9] = xy + yx;
  matrix[7] = matrix[13] = zx + xz;
  matrix[11] = matrix[14] = yz + zy;
  // Power iteration on the matrix made positive; the shift keeps the wanted eigenvalue the largest.
  let shift = 0;
  for (let row = 0; row < 4; row += 1) {
    let sum = 0;
    for (let column = 0; column < 4; column += 1) {
      sum += Math.abs(matrix[row * 4 + column]);
    }
    shift = Math.max(shift, sum);
  }
  for (let round = 0; round < 60; round += 1) {
    let length = 0;
    for (let row = 0; row < 4; row += 1) {
      let sum = shift * quaternion[row];
      for (let column = 0; column < 4; column += 1) {
        sum += matrix[row * 4 + column] * quaternion[column];
      }
      next[row] = sum;
      length += sum * sum;
    }
    const scale = 1 / Math.sqrt(length || 1);
    let change = 0;
    for (let row = 0; row < 4; row += 1) {
      const value = next[row] * scale;
      change += Math.abs(value - quaternion[row]);
      quaternion[row] = value;
    }
    if (change < 1e-9) {
      return;
    }
  }
}

function setRotation(rotation: Float32Array, quaternion: Float64Array): void {
  const w = quaternion[0];
  const x = quaternion[1];
  const y = quaternion[2];
  const z = quaternion[3];
  rotation[0] = 1 - 2 * (y * y + z * z);
  rotation[1] = 2 * (x * y - w * z);
  rotation[2] = 2 * (x * z + w * y);
  rotation[3] = 2 * (x * y + w * z);
  rotation[4] = 1 - 2 * (x * x + z * z);
  rotation[5] = 2 * (y * z - w * x);
  rotation[6] = 2 * (x * z - w * y);
  rotation[7] = 2 * (y * z + w * x);
  rotation[8] = 1 - 2 * (x * x + y * y);
}

/** Sets the rotation of a pose from its angles; roll is applied first, then pitch, then yaw. */
export function setRotationOfAngles({ yaw, pitch, roll, rotation }: HeadPose): void {
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  rotation[0] = cy * cr + sy * sp * sr;
  rotation[1] = sy * sp * cr - cy * sr;
  rotation[2] = -sy * cp;
  rotation[3] = cp * sr;
  rotation[4] = cp * cr;
  rotation[5] = sp;
  rotation[6] = sy * cr - cy * sp * sr;
  rotation[7] = -sy * sr - cy * sp * cr;
  rotation[8] = cy * cp;
}

/**
 * Sets the angles from the rotation. The canonical head looks along -z; roll is applied first, then pitch, then yaw.
 */
function setAngles(pose: HeadPose): void {
  const { rotation } = pose;
  pose.yaw = Math.atan2(-rotation[2], rotation[8]);
  pose.pitch = Math.asin(Math.max(-1, Math.min(1, rotation[5])));
  pose.roll = Math.atan2(rotation[3], rotation[4]);
}
