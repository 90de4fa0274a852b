import { describe, expect, it } from 'vitest';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import { learnMouthBasis } from './learn-mouth-basis.ts';
import { setLipGap } from './lip-gap.ts';
import { measureMouth, MOUTH_WIDTH_CM, mouthMeasureNames, subtractMouth } from './measures.ts';
import { moveMouth, readMouthBasis } from './mouth-basis.ts';
import { findMouthRest, toMouthRest } from './mouth-rest.ts';

/** Reproducible random numbers from 0 to 1 (Park and Miller 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const basis = readMouthBasis();

/** Creates a shape with a lip gap and a distance of mouth corners, in centimetres. */
function makeShape({ gap = 0, width = MOUTH_WIDTH_CM } = {}): Float32Array<ArrayBuffer> {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  for (const point of [81, 82, 13, 312, 311]) {
    shape[point * 3 + 1] = 4 - gap / 2;
  }
  for (const point of [178, 87, 14, 317, 402]) {
    shape[point * 3 + 1] = 4 + gap / 2;
  }
  shape[61 * 3] = -width / 2;
  shape[291 * 3] = width / 2;
  shape[152 * 3 + 1] = 8;
  return shape;
}

describe('measures of a mouth', () => {
  it('are in widths of the average mouth', () => {
    const mouth = measureMouth(makeShape({ gap: MOUTH_WIDTH_CM / 5, width: MOUTH_WIDTH_CM * 1.1 }));
    expect(mouth.open).toBeCloseTo(0.2, 5);
    expect(mouth.wide).toBeCloseTo(1.1, 5);
    expect(mouth.jaw).toBeCloseTo(8 / MOUTH_WIDTH_CM, 5);
  });

  it('are against the closed shapes of a person, not against those that talk', () => {
    const shapes = [0.1, 0.1, 0.1, 0.1, 1.5, 1.2, 0.9, 1.4, 1.1, 0.8].map((gap) =>
      makeShape({ gap }),
    );
    expect(findMouthRest(shapes).measures.open * MOUTH_WIDTH_CM).toBeCloseTo(0.1, 4);
  });
});

describe('the shipped basis', () => {
  it.each(mouthMeasureNames)('moves its own measure by the requested amount: %s', (name) => {
    const shape = makeShape();
    const before = measureMouth(shape);
    moveMouth(shape, basis, { open: 0, wide: 0, jaw: 0, lift: 0, [name]: 0.1 });
    const moved = subtractMouth(measureMouth(shape), before);
    expect(moved[name]).toBeGreaterThan(0.07);
    expect(moved[name]).toBeLessThan(0.115);
  });

  it('moves both sides alike and no eye', () => {
    const [left, right] = [61, 291].map((point) => basis.wide[point * 3]!);
    expect(left).toBeCloseTo(-right!, 4);
    for (const name of mouthMeasureNames) {
      expect([33, 263, 10].map((point) => basis[name][point * 3 + 1])).toEqual([0, 0, 0]);
    }
  });
});

describe('a basis that is learnt', () => {
  const random = createRandom(7);
  const rest = toMouthRest(makeShape());
  const samples = Array.from({ length: 60 }, () => {
    const shape = makeShape();
    const pose = { yaw: random() - 0.5, pitch: random() - 0.5, roll: 0 };
    const some = (): number => 0.3 * (random() - 0.3);
    moveMouth(shape, basis, { open: some(), wide: some(), jaw: some(), lift: some() });
    // Changes by a rotation of the head are not speech.
    shape[200 * 3 + 2] = shape[200 * 3 + 2]! + pose.yaw;
    return { shape, pose };
  });

  it('explains the shapes by their mouths, for any head motion', () => {
    const learnt = learnMouthBasis(samples, rest, { ridge: 1e-6 });
    for (const { shape } of samples) {
      const guess = makeShape();
      moveMouth(guess, learnt, subtractMouth(measureMouth(shape), rest.measures));
      for (const point of [17, 84, 314, 61, 152]) {
        expect(Math.abs(guess[point * 3 + 1]! - shape[point * 3 + 1]!)).toBeLessThan(0.02);
      }
    }
    for (const name of mouthMeasureNames) {
      expect(Math.abs(learnt[name][200 * 3 + 2]! - basis[name][200 * 3 + 2]!)).toBeLessThan(0.5);
    }
  });

  it('stays with its prior where there is nothing to learn from', () => {
    const still = samples.map(({ pose }) => ({ shape: makeShape(), pose }));
    const learnt = learnMouthBasis(still, rest, { basis, ridge: 0.6 });
    expect(learnt.open[17 * 3 + 1]).toBeCloseTo(basis.open[17 * 3 + 1]!, 4);
  });
});

describe('the gap between lips', () => {
  it.each([0, 0.05, 0.2])('is set to %s widths from any state, and lips never cross', (gap) => {
    for (const was of [0, 0.3, 1]) {
      const shape = makeShape({ gap: was });
      setLipGap(shape, gap);
      expect(measureMouth(shape).open).toBeGreaterThan(gap - 0.001);
      expect(measureMouth(shape).open).toBeLessThan(gap + 0.01);
      for (const [upper, lower] of [[81, 178] as const, [13, 14] as const]) {
        expect(shape[lower * 3 + 1]! - shape[upper * 3 + 1]!).toBeGreaterThan(-1e-5);
      }
    }
  });
});
