/**
 * Skin between the lower lip and the chin. A talker's lip moves further than the mesh's skin just below it, so that
 * full lips would fold over that skin. The skin follows the lip instead, with a weight that falls towards the chin.
 */
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';

/** Moves the skin below the lower lip along with it, in place; `closed` is the shape before the lip moved. */
export type ChinFollower = (shape: FrontalShape, closed: FrontalShape) => void;

/** Outer edge of the lower lip from corner to corner. */
const LOWER_LIP = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291];
const CHIN = 152;
/** Distance beside the mouth corners over which skin stops following, in centimetres. */
const BESIDE_CM = 1.2;
const Y = 1;
/** Axes of lip motion (down and forwards) with the sign of each direction. */
const DIRECTIONS = [
  [Y, 1],
  [2, -1],
] as const;

interface Follower {
  readonly point: number;
  /** Index of the lip point to the left, and interpolation weight towards the next one. */
  readonly column: number;
  readonly weight: number;
  readonly amount: number;
}

/** Creates a follower for meshes with the topology of the canonical face. */
export function createChinFollower(face: CanonicalFace): ChinFollower {
  const followers = listFollowers(face);
  return (shape, closed) => {
    const movedBy = (at: number): number => shape[at] - closed[at];
    for (const { point, column, weight, amount } of followers) {
      const ofLip = (value: (at: number) => number, axis: number): number => {
        const [before, after] = [LOWER_LIP[column] * 3 + axis, LOWER_LIP[column + 1] * 3 + axis];
        return value(before) + (value(after) - value(before)) * weight;
      };
      const lipHeight = ofLip((at) => closed[at], Y);
      const height = closed[point * 3 + Y] - lipHeight;
      // Just below the lip skin follows fully: a head that looks up shows hardly any of it.
      const down = smoothstep(0, closed[CHIN * 3 + Y] - lipHeight, height);
      for (const [axis, direction] of DIRECTIONS) {
        const lip = ofLip(movedBy, axis);
        const wanted = lip + (movedBy(CHIN * 3 + axis) - lip) * down;
        const missing = direction * (wanted - movedBy(point * 3 + axis));
        shape[point * 3 + axis] += direction * Math.max(0, missing) * amount;
      }
    }
  };
}

function listFollowers({ positions }: CanonicalFace): readonly Follower[] {
  const columns = LOWER_LIP.map((point) => positions[point * 3]);
  const chinHeight = positions[CHIN * 3 + 1];
  const half = Math.abs(columns[0]);
  const lip = new Set(LOWER_LIP);
  return Array.from({ length: MESH_POINT_COUNT }, (_, point): Follower => {
    const [x, y] = [positions[point * 3], positions[point * 3 + 1]];
    const within = clamp(x, columns[0], columns[columns.length - 1]);
    const next = Math.max(
      1,
      columns.findIndex((column) => column >= within),
    );
    const weight = (within - columns[next - 1]) / (columns[next] - columns[next - 1]);
    const heightAt = (index: number): number => positions[LOWER_LIP[index] * 3 + 1];
    const height = heightAt(next - 1) + (heightAt(next) - heightAt(next - 1)) * weight;
    const isBelow = y < height && y > chinHeight && !lip.has(point);
    const beside = 1 - smoothstep(0, BESIDE_CM, Math.abs(x) - half);
    return {
      point,
      column: next - 1,
      weight,
      amount: isBelow ? beside : 0,
    };
  }).filter(({ amount }) => amount > 0);
}
