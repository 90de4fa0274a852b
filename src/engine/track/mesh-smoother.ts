/**
 * Takes the shimmer out of a mesh without making it late.
 *
 * The change from the last result is split in two: the movement of the head as a whole (shift, turn and
 * growth, fitted over the points that do not speak or blink) and what remains of every point. Each part
 * is followed as closely as it is large: below the noise of the network it is averaged over about a
 * fifth of a second, well above it is taken as it is in the same frame. So a turning head is on time
 * while its skin does not crawl, and lips and lids are quick on a head that is still.
 */
import { fitSimilarity, createSimilarity } from '../vision/similarity.ts';

/** Filters one face. */
export interface MeshSmoother {
  /** The filtered mesh, x, y, z per point; the same memory for ever. */
  readonly mesh: Float32Array;
  /** Takes a mesh as it is, without a past. */
  reset(mesh: Float32Array): void;
  /** Moves the result towards `mesh`, `elapsedUs` after the last one. `faceSize` in pixels. */
  follow(mesh: Float32Array, elapsedUs: number, faceSize: number): void;
}

/** How a part of the change is followed; both bounds in fractions of the face size. */
interface Following {
  /** Up to here it is taken for noise. */
  readonly noise: number;
  /** From here on it is taken as it is. */
  readonly motion: number;
}

/** Shift of the whole face, or what a turn or growth moves its edge by. */
const wholeFollowing: Following = { noise: 0.0012, motion: 0.008 };
const pointFollowing: Following = { noise: 0.0025, motion: 0.016 };
/** Depth is estimated, not seen, and noisier. */
const depthFollowing: Following = { noise: 0.006, motion: 0.05 };
/** How slowly noise is averaged out. */
const REST_TIME_US = 180_000;

/** A smoother; `rigidPoints` are the points that move only with the whole head. */
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
    const { centreX, centreY } = middleOf(mesh, rigidPoints);
    const { a, b } = movement;
    const shiftX = a * centreX - b * centreY + movement.shiftX - centreX;
    const shiftY = b * centreX + a * centreY + movement.shiftY - centreY;
    const grow = Math.log(Math.hypot(a, b));
    const turn = Math.atan2(b, a);
    const shiftGain = gainOf(Math.hypot(shiftX, shiftY) / faceSize, wholeFollowing, atRest);
    const growGain = gainOf(Math.abs(grow) / 2, wholeFollowing, atRest);
    const turnGain = gainOf(Math.abs(turn) / 2, wholeFollowing, atRest);
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
      const gain = gainOf(
        Math.sqrt(restX * restX + restY * restY) / faceSize,
        pointFollowing,
        atRest,
      );
      const depthGain = gainOf(Math.abs(restZ) / faceSize, depthFollowing, atRest);
      mesh[at] = cos * x - sin * y + centreX + shiftX * shiftGain + restX * gain;
      mesh[at + 1] = sin * x + cos * y + centreY + shiftY * shiftGain + restY * gain;
      mesh[at + 2] = mesh[at + 2] * scale + restZ * depthGain;
    }
  }
}

/** The weight of a change that is taken over at once. */
function gainOf(change: number, { noise, motion }: Following, atRest: number): number {
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

function middleOf(mesh: Float32Array, points: Uint16Array): typeof middle {
  middle.centreX = 0;
  middle.centreY = 0;
  for (let index = 0; index < points.length; index += 1) {
    middle.centreX += mesh[points[index] * 3] / points.length;
    middle.centreY += mesh[points[index] * 3 + 1] / points.length;
  }
  return middle;
}
