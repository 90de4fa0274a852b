/**
 * Removes jitter from a mesh without delaying it.
 *
 * The change from the last result is split in two: the rigid movement of the head (shift, rotation and scale, fitted
 * over the points that do not speak or blink) and the remainder per point. Each part is filtered by its size: below the
 * noise of the network it is averaged over about a fifth of a second, well above it is applied at once. So a turning
 * head is not late and its skin does not jitter, and lips and lids are fast on a still head.
 */
import { fitSimilarity, createSimilarity } from '../vision/similarity.ts';

/** Filters one face. */
export interface MeshSmoother {
  /** Filtered mesh, x, y, z per point; its memory stays the same. */
  readonly mesh: Float32Array;
  /** Sets the mesh without filtering. */
  reset(mesh: Float32Array): void;
  /** Moves the result towards `mesh`, `elapsedUs` after the last one. `faceSize` is in pixels. */
  follow(mesh: Float32Array, elapsedUs: number, faceSize: number): void;
}

/** Thresholds of a part of the change, in fractions of the face size. */
interface Following {
  /** Maximum change that counts as noise. */
  readonly noise: number;
  /** Change from which it is applied at once. */
  readonly motion: number;
}

/** Thresholds for the whole face: its shift, or the movement of its edge by rotation and scale. */
const wholeFollowing: Following = { noise: 0.0012, motion: 0.008 };
const pointFollowing: Following = { noise: 0.0025, motion: 0.016 };
/** Depth is an estimate and noisier. */
const depthFollowing: Following = { noise: 0.006, motion: 0.05 };
/** Time constant of the average over noise. */
const REST_TIME_US = 180_000;

/** Creates a smoother; `rigidPoints` are the points that move only with the whole head. */
export function createMeshSmoother(pointCount: number, rigidPoints: Uint16Array): MeshSmoother {
  return new SplitSmoother(pointCount, rigidPoints);
}

class SplitSmoother implements MeshSmoother {
  readonly mesh: Float32Array;
  readonly #rigidPoints: Uint16Array;
  readonly #movement = createSimilarity();

  constructor(pointCount: number, rigidPoints: Uint16Array) {
    this.mesh = new Float32Array(pointCount * 3);
    this.#rigidPoints = rigidPoints;
  }

  reset(fresh: Float32Array): void {
    this.mesh.set(fresh.subarray(0, this.mesh.length));
  }

  follow(fresh: Float32Array, elapsedUs: number, faceSize: number): void {
    const { mesh } = this;
    const movement = this.#movement;
    const rigidPoints = this.#rigidPoints;
    const atRest = 1 - Math.exp(-Math.max(elapsedUs, 1) / REST_TIME_US);
    fitSimilarity(movement, mesh, fresh, rigidPoints);
    const { centreX, centreY } = computeMiddle(mesh, rigidPoints);
    const { a, b } = movement;
    const shiftX = a * centreX - b * centreY + movement.shiftX - centreX;
    const shiftY = b * centreX + a * centreY + movement.shiftY - centreY;
    const grow = Math.log(Math.hypot(a, b));
    const turn = Math.atan2(b, a);
    const shiftGain = computeGain(Math.hypot(shiftX, shiftY) / faceSize, wholeFollowing, atRest);
    const growGain = computeGain(Math.abs(grow) / 2, wholeFollowing, atRest);
    const turnGain = computeGain(Math.abs(turn) / 2, wholeFollowing, atRest);
    const scale = Math.exp(grow * growGain);
    const cos = Math.cos(turn * turnGain) * scale;
    const sin = Math.sin(turn * turnGain) * scale;
    const fullScale = Math.hypot(a, b);
    for (let at = 0; at < mesh.length; at += 3) {
      const x = mesh[at] - centreX;
      const y = mesh[at + 1] - centreY;
      const restX = fresh[at] - (a * x - b * y + centreX + shiftX);
      const restY = fresh[at + 1] - (b * x + a * y + centreY + shiftY);
      const restZ = fresh[at + 2] - mesh[at + 2] * fullScale;
      const gain = computeGain(
        Math.sqrt(restX * restX + restY * restY) / faceSize,
        pointFollowing,
        atRest,
      );
      const depthGain = computeGain(Math.abs(restZ) / faceSize, depthFollowing, atRest);
      mesh[at] = cos * x - sin * y + centreX + shiftX * shiftGain + restX * gain;
      mesh[at + 1] = sin * x + cos * y + centreY + shiftY * shiftGain + restY * gain;
      mesh[at + 2] = mesh[at + 2] * scale + restZ * depthGain;
    }
  }
}

/** Returns the fraction of a change that is applied at once. */
function computeGain(change: number, { noise, motion }: Following, atRest: number): number {
  const part = (change - noise) / (motion - noise);
  if (part <= 0) {
    return atRest;
  }
  if (part >= 1) {
    return 1;
  }
  return atRest + (1 - atRest) * part * part * (3 - 2 * part);
}

const middle = { centreX: 0, centreY: 0 };

function computeMiddle(mesh: Float32Array, points: Uint16Array): typeof middle {
  middle.centreX = 0;
  middle.centreY = 0;
  for (let index = 0; index < points.length; index += 1) {
    middle.centreX += mesh[points[index] * 3] / points.length;
    middle.centreY += mesh[points[index] * 3 + 1] / points.length;
  }
  return middle;
}
