import { openVideoReader } from '../../../src/engine/io/video-reader.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { createFaceTracker } from '../../../src/engine/track/face-tracker.ts';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../../../src/engine/track/mesh-points.ts';

/** The lower face, in distances between the outer corners of the eyes: across their middle, and down from it. */
const ACROSS = [-0.45, 0.45] as const;
const DOWN = [0.45, 1.3] as const;
const STEPS = 40;

/**
 * How much the lower face of one person changes from frame to frame, as mean difference of luma. It is looked at where the
 * eyes say that it is, so a head that moves is no change. Frames without a face, and the one after them, are left out.
 */
export async function measureJumps(
  models: OpenedTrackerModels,
  path: string,
): Promise<readonly number[]> {
  const tracker = createFaceTracker(models, { maxFaces: 1, separatesPeople: false });
  const jumps: number[] = [];
  let before: Float32Array | null = null;
  for await (const { picture, timestampUs } of await openVideoReader(path)) {
    const [face] = tracker.track(picture, timestampUs);
    const now = face === undefined ? null : sampleLowerFace(picture, face.landmarks);
    if (before !== null && now !== null) {
      const last = before;
      jumps.push(now.reduce((sum, value, at) => sum + Math.abs(value - last[at]!), 0) / now.length);
    }
    before = now;
  }
  return jumps;
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
