import { describe, expect, it } from 'vitest';
import { createI420Frame } from '../pixels/frame.ts';
import { summariseQuality, type QualitySample } from './result-quality.ts';
import { measureSharpness } from './sharpness.ts';
import { createJitterMeter } from './jitter-meter.ts';

const sample: QualitySample = {
  toSource: 0.8,
  toTarget: 0.4,
  sharpnessRatio: 1.1,
  jitterBefore: 2,
  jitterAfter: 1,
  flaws: {
    turnDegrees: 5,
    foreheadTexture: 0.1,
    cheekDifference: 0.2,
    foreheadShade: 0,
    bridgeContrast: 0.03,
    targetGlasses: 0,
    eyeOffset: 0.01,
  },
};

describe('the summary of a result', () => {
  it('reports nothing that was not measured', () => {
    expect(summariseQuality([], { frames: 0, swapped: 0 })).toEqual({
      similarityToSource: null,
      similarityToTarget: null,
      trackedShare: null,
      jitterRatio: null,
      sharpnessRatio: null,
      flaws: null,
    });
  });

  it('averages likeness and is not led by a single outlier in sharpness and trembling', () => {
    const odd = { toSource: 0.6, toTarget: 0.5, sharpnessRatio: 9, jitterAfter: 40 };
    const samples = [sample, { ...sample, ...odd }, { ...sample, jitterBefore: null }, sample];
    const quality = summariseQuality(samples, { frames: 8, swapped: 6 });
    expect(quality.similarityToSource).toBeCloseTo(0.75);
    expect(quality.similarityToTarget).toBeCloseTo(0.425);
    expect(quality).toMatchObject({ trackedShare: 0.75, jitterRatio: 0.5, sharpnessRatio: 1.1 });
  });
});

describe('the measures', () => {
  it('take even movement for calm and its change for trembling', () => {
    const meter = createJitterMeter(6);
    const at = (x: number): Float32Array => Float32Array.from([x, 0, 0, x, 0, 0]);
    meter.add(at(0));
    meter.add(at(2));
    expect(meter.read()).toBeNull();
    meter.add(at(4));
    expect(meter.read()).toBe(0);
    meter.add(at(3));
    expect(meter.read()).toBeCloseTo(3);
  });

  it('find a fine pattern sharper than a coarse one, and nothing outside the frame', () => {
    const [fine, coarse] = [1, 4].map((size) => {
      const frame = createI420Frame(64, 64);
      frame.y.forEach((_, index) => {
        frame.y[index] = (Math.floor((index % 64) / size) % 2) * 100;
      });
      return frame;
    });
    const box = { left: 8, top: 8, width: 48, height: 48 };
    expect(measureSharpness(fine!, box)).toBeGreaterThan(2 * measureSharpness(coarse!, box)!);
    expect(measureSharpness(fine!, { ...box, left: 100 })).toBeNull();
  });
});
