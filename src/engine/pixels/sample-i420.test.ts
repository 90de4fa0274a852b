import { describe, expect, it } from 'vitest';
import { createI420Frame } from './frame.ts';
import { createSampleTarget, sampleI420 } from './sample-i420.ts';
import { toI420 } from './yuv.ts';

const black = { low: 0, high: 255, border: 'black' } as const;

describe('sampling of I420', () => {
  it('gives the colours a still was made of', () => {
    const pixels = new Uint8Array(64 * 48 * 4);
    for (let at = 0; at < pixels.length; at += 4) {
      pixels.set([200, 90, 40, 255], at);
    }
    const frame = toI420({ width: 64, height: 48, pixels });
    const values = new Float32Array(8 * 8 * 3);
    const target = createSampleTarget(values, { width: 8, height: 8, ...black });
    sampleI420(frame, { centreX: 30, centreY: 20, width: 17, height: 17, rotation: 0.4 }, target);
    for (let at = 0; at < values.length; at += 3) {
      expect(values[at]).toBeCloseTo(200, -0.5);
      expect(Math.abs(values[at + 1]! - 90)).toBeLessThan(2);
      expect(Math.abs(values[at + 2]! - 40)).toBeLessThan(2);
    }
  });

  it('takes limited range for what it is', () => {
    const frame = createI420Frame(16, 16);
    frame.y.fill(235);
    const values = new Float32Array(3);
    sampleI420(
      frame,
      { centreX: 8, centreY: 8, width: 1, height: 1, rotation: 0 },
      createSampleTarget(values, { width: 1, height: 1, ...black }),
    );
    expect([...values].map(Math.round)).toEqual([255, 255, 255]);
  });

  it('hits the same places at every scale and turn', () => {
    const frame = createI420Frame(100, 100, { matrix: 'bt601', isFullRange: true });
    frame.y.forEach((_, index) => {
      frame.y[index] = (index % 100) * 2;
    });
    for (const size of [10, 20, 40]) {
      for (const rotation of [0, Math.PI / 2, Math.PI]) {
        const values = new Float32Array(10 * 10 * 3);
        sampleI420(
          frame,
          { centreX: 50, centreY: 50, width: size, height: size, rotation },
          createSampleTarget(values, { width: 10, height: 10, ...black }),
        );
        // Middle of the third cell of the first row, from the middle of the picture.
        const x = (2.5 - 5) * (size / 10);
        const y = (0.5 - 5) * (size / 10);
        const column = 50 + x * Math.cos(rotation) - y * Math.sin(rotation) - 0.5;
        expect(values[2 * 3]).toBeCloseTo(column * 2, 0);
      }
    }
  });

  it('shrinks whole pictures as it shrinks parts of them', () => {
    const frame = createI420Frame(900, 600, { matrix: 'bt709', isFullRange: false });
    frame.y.forEach((_, index) => {
      frame.y[index] = 120 + 60 * Math.sin((index % 900) / 60 + Math.floor(index / 900) / 45);
    });
    frame.u.forEach((_, index) => {
      frame.u[index] = 100 + ((index % 450) >> 3);
    });
    const whole = { centreX: 450, centreY: 300, width: 900, height: 900, rotation: 0 };
    const quick = new Float32Array(60 * 60 * 3);
    const general = new Float32Array(60 * 60 * 3);
    const shape = { width: 60, height: 60, ...black };
    sampleI420(frame, whole, createSampleTarget(quick, shape));
    sampleI420(frame, { ...whole, rotation: 1e-9 }, createSampleTarget(general, shape));
    const differences = quick.map((value, index) => Math.abs(value - general[index]!));
    expect(Math.max(...differences)).toBeLessThan(8);
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(2);
  });

  it('draws out the edge or fills with black outside, and shuffles channels for blue-first models', () => {
    const frame = createI420Frame(20, 20, { matrix: 'bt601', isFullRange: true });
    frame.y.fill(100);
    frame.v.fill(160);
    const region = { centreX: -30, centreY: 10, width: 4, height: 4, rotation: 0 };
    const values = new Float32Array(2 * 2 * 3);
    const shape = { width: 2, height: 2, low: 0, high: 255 };
    sampleI420(frame, region, createSampleTarget(values, { ...shape, border: 'black' }));
    expect([...values]).toEqual(Array.from({ length: 12 }, () => 0));
    const edge = createSampleTarget(values, { ...shape, border: 'edge' });
    sampleI420(frame, region, edge);
    const red = values[0]!;
    expect(red).toBeGreaterThan(140);
    sampleI420(frame, region, { ...edge, isBgr: true });
    expect(values[2]).toBe(red);
  });
});
