import { beforeAll, expect, it } from 'vitest';
import { FACE_SHAPE_SIZE } from '../../src/engine/face/shape/face-shape.ts';
import { createChinFollower } from '../../src/engine/talk/avatar/chin-skin.ts';
import { SpeakingFace } from '../../src/engine/talk/avatar/speaking-face.ts';
import { measureMouth } from '../../src/engine/talk/mouth/measures.ts';
import type { CanonicalFace } from '../../src/engine/track/canonical-face.ts';
import { createHeadPose } from '../../src/engine/track/head-pose.ts';
import { openBuiltModels } from './support/models.ts';

const PER_CM = 20;
const MOUTH_CORNERS = [61, 291] as const;
const LOWER_LIP = [146, 91, 181, 84, 17, 314, 405, 321, 375];

let canonicalFace: CanonicalFace;

beforeAll(async () => {
  canonicalFace = await (await openBuiltModels()).readCanonicalFace();
});

/** A frontal face whose mouth is this many centimetres wider on each side. */
function makeFace(smileCm: number): SpeakingFace {
  const landmarks = canonicalFace.positions.map(
    (value, at) => value * PER_CM * (at % 3 === 0 ? 1 : -1),
  );
  for (const corner of MOUTH_CORNERS) {
    landmarks[corner * 3]! += Math.sign(landmarks[corner * 3]!) * smileCm * PER_CM;
  }
  const pose = { ...createHeadPose(), scale: PER_CM };
  pose.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const box = { left: 0, top: 0, width: 300, height: 300 };
  return new SpeakingFace({ landmarks, iris: new Float32Array(30), pose, box }, canonicalFace);
}

/** Width of the mouth in every frame of a speech of this loudness. */
function speak(face: SpeakingFace, loudness: readonly number[]): number[] {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  return loudness.map((loud) => {
    const mouth = { open: 0, wide: 0, jaw: 0, lift: 0 };
    const spoken = { mouth, tongue: 0, loudness: loud, isClosed: true };
    face.setShape(shape, spoken, { lids: 0, brows: 0 });
    return measureMouth(shape).wide;
  });
}

it('a smile ends when speech begins, stays away between words however loud they are, and comes back after them', () => {
  const words = Array.from({ length: 40 }, (_, index) => 0.2 + 0.8 * Math.abs(Math.sin(index)));
  const frames = [0, ...words, 0, 0, ...words, ...Array<number>(20).fill(0), ...words];
  const widths = speak(makeFace(0.8), [...frames, ...Array<number>(120).fill(0)]);
  const [spoken, rest] = [widths[0]!, widths.at(-1)!];
  expect(rest - spoken).toBeGreaterThan(0.05);
  for (const wide of widths.slice(0, frames.length)) {
    expect(Math.abs(wide - spoken)).toBeLessThan(0.01 * (rest - spoken));
  }
});

it('skin below full lips goes with them down and forwards, in order down to the chin', () => {
  const [lip, below, further, chin] = [17, 18, 200, 152];
  const { closed } = makeFace(0);
  closed[lip * 3 + 1]! += 0.3;
  const shape = closed.slice();
  for (const point of LOWER_LIP) {
    shape[point * 3 + 1]! += 1;
    shape[point * 3 + 2]! -= 0.5;
  }
  createChinFollower(canonicalFace)(shape, closed);
  for (const axis of [1, 2]) {
    const [ofLip, ofBelow, ofFurther, ofChin] = [lip, below, further, chin].map(
      (point) => (shape[point * 3 + axis]! - closed[point * 3 + axis]!) * (axis === 1 ? 1 : -1),
    );
    expect(ofBelow).toBeGreaterThan(0.9 * ofLip!);
    expect(ofFurther).toBeLessThan(0.9 * ofLip!);
    expect(ofChin).toBeCloseTo(0);
  }
});

it('a mouth that does not smile is as wide while it speaks', () => {
  const widths = speak(makeFace(0), [0, 1, 1, 1, 1, 0, 0]);
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.01);
});
