import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../../../src/engine/track/mesh-points.ts';
import type { SeenLips } from './retrack-lips.ts';

/** The lower face, in distances between the outer corners of the eyes: across their middle, and down from it. */
const ACROSS = [-0.45, 0.45] as const;
const DOWN = [0.45, 1.3] as const;
const STEPS = 40;

/** Change of the lower face of a video per frame, as mean difference of luma; null where no face is seen. */
export interface LowerFaceMotion {
  /** From the frame before. */
  readonly changes: readonly (number | null)[];
  /** Difference from the mean of the neighbouring frames, which is 0 for steady motion. */
  readonly flicker: readonly (number | null)[];
}

/** Samples the lower face relative to the eyes, so that motion of the head is no change. */
export async function measureLowerFace(
  path: string,
  lips: readonly (SeenLips | null)[],
): Promise<LowerFaceMotion> {
  const seen: (Float32Array | null)[] = [];
  for await (const { planes, index } of await openVideoReader(path)) {
    const mesh = lips[index]?.mesh;
    seen.push(mesh === undefined ? null : sampleLowerFace(planes, mesh));
  }
  return {
    changes: seen.map((now, at) =>
      compare(now, seen[at - 1], (value, index, before) => value - before[index]!),
    ),
    flicker: seen.map((now, at) => {
      const after = seen[at + 1];
      return after === null || after === undefined
        ? null
        : compare(
            now,
            seen[at - 1],
            (value, index, before) => value - (before[index]! + after[index]!) / 2,
          );
    }),
  };
}

function compare(
  now: Float32Array | null,
  before: Float32Array | null | undefined,
  differenceOf: (value: number, index: number, before: Float32Array) => number,
): number | null {
  return now === null || before === null || before === undefined
    ? null
    : now.reduce((sum, value, index) => sum + Math.abs(differenceOf(value, index, before)), 0) /
        now.length;
}

function sampleLowerFace(
  { y, strideY, width, height }: I420Frame,
  mesh: Float32Array,
): Float32Array {
  const [left, right] = [LEFT_EYE_OUTER * 3, RIGHT_EYE_OUTER * 3];
  const [middleX, middleY] = [
    (mesh[left]! + mesh[right]!) / 2,
    (mesh[left + 1]! + mesh[right + 1]!) / 2,
  ];
  const [dx, dy] = [mesh[right]! - mesh[left]!, mesh[right + 1]! - mesh[left + 1]!];
  return Float32Array.from({ length: STEPS * STEPS }, (_, index) => {
    const across = ACROSS[0] + ((ACROSS[1] - ACROSS[0]) * ((index % STEPS) + 0.5)) / STEPS;
    const down = DOWN[0] + ((DOWN[1] - DOWN[0]) * (Math.floor(index / STEPS) + 0.5)) / STEPS;
    const x = Math.max(0, Math.min(width - 1.001, middleX + across * dx - down * dy - 0.5));
    const row = Math.max(0, Math.min(height - 1.001, middleY + across * dy + down * dx - 0.5));
    const at = Math.floor(row) * strideY + Math.floor(x);
    const [fx, fy] = [x - Math.floor(x), row - Math.floor(row)];
    const upper = y[at]! * (1 - fx) + y[at + 1]! * fx;
    const lower = y[at + strideY]! * (1 - fx) + y[at + strideY + 1]! * fx;
    return upper * (1 - fy) + lower * fy;
  });
}
