import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import type { FaceMeter } from '../../track/face-meter.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { createHeadPose } from '../../track/head-pose.ts';
import type { BodyFrame } from '../joints.ts';
import { LikenessCheck } from './likeness-check.ts';

const landmarks = Float32Array.of(10, 200, 0);

function createFace(scale: number): TrackedFace {
  return {
    id: 1,
    isNew: false,
    confidence: 1,
    landmarks,
    iris: new Float32Array(0),
    rawLandmarks: landmarks,
    pose: { ...createHeadPose(), scale },
    box: { left: 0, top: 0, width: 20, height: 20 },
    hands: { count: 0, points: new Float32Array(0) },
  };
}

it('reduces a still together with its face, also where only its height changes', async () => {
  const [still, driver] = [createFace(10), createFace(9.9)];
  const embedded: (readonly [width: number, height: number, y: number])[] = [];
  const meter: FaceMeter = {
    find: () => Promise.resolve([driver]),
    embed: ({ width, height }, points) => {
      embedded.push([width, height, Math.round(points[1]!)]);
      return Promise.resolve(Float32Array.of(1));
    },
    locate: () => Promise.resolve(new Float32Array(0)),
  };
  const image = { width: 20, height: 400, pixels: new Uint8Array(20 * 400 * 4) };
  const frame = createI420Frame(20, 20);
  const mouth = { frame, left: 0, top: 0, skin: { y: 128, u: 128, v: 128 } };
  const frames: readonly BodyFrame[] = [9.9, 9.9].map((_, index) => ({
    timestampUs: index * 40_000,
    durationUs: 40_000,
    joints: new Float32Array(0),
    isSeen: true,
    face: { ...driver, mouth, hands: [] },
    scene: 0,
  }));
  const check = new LikenessCheck(meter, { image, face: still }, frames);
  await check.add(0, frame, frame);
  await check.add(1, frame, frame);
  const stills = embedded.filter(([, height]) => height > 20);
  expect(stills).toEqual([
    [20, 400, 200],
    [20, 396, 198],
  ]);
});
