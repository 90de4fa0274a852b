import { expect, it } from 'vitest';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import { LONGEST_STRIDE } from '../../src/engine/track/landmarked-face.ts';
import { decodeClip, talkingHead, type ClipFrame } from './support/decode-clip.ts';
import { openBuiltModels } from './support/models.ts';

const FRAMES = 80;

it('skips most meshes of a talking head and interpolates their points accurately', async () => {
  const models = await openTrackerModels(await openBuiltModels());
  try {
    const frames: ClipFrame[] = [];
    for await (const frame of decodeClip(talkingHead)) {
      frames.push(frame);
      if (frames.length === FRAMES) {
        break;
      }
    }
    let runs = 0;
    const mesh = {
      ...models.mesh,
      run() {
        runs += 1;
        models.mesh.run();
      },
    };
    const follow = (looksAhead: boolean): readonly Float32Array[] => {
      const tracker = createFaceTracker({ ...models, mesh });
      return frames.map(({ frame, timestampUs }, index) => {
        const ahead = looksAhead ? frames.slice(index + 1, index + LONGEST_STRIDE) : [];
        const [face] = tracker.track(frame, timestampUs, ahead);
        return Float32Array.from([face!.box.width, ...face!.landmarks]);
      });
    };
    const every = follow(false);
    expect(runs).toBeGreaterThanOrEqual(FRAMES);
    runs = 0;
    const spared = follow(true);
    expect(runs).toBeLessThan(FRAMES * 0.45);
    const shifts = every.map((points, index) => meanShift(points, spared[index]!));
    expect(Math.max(...shifts)).toBeLessThan(0.015);
    expect(shifts.reduce((sum, shift) => sum + shift, 0) / FRAMES).toBeLessThan(0.002);
  } finally {
    models.close();
  }
}, 120_000);

/** Mean distance of the points of two meshes, in shares of the width of the face, which comes first. */
function meanShift(points: Float32Array, others: Float32Array): number {
  let sum = 0;
  for (let at = 1; at < points.length; at += 3) {
    sum += Math.hypot(points[at]! - others[at]!, points[at + 1]! - others[at + 1]!);
  }
  return sum / ((points.length - 1) / 3) / points[0]!;
}
