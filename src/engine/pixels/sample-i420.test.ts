import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from './frame.ts';
import { sampleI420 } from './sample-i420.ts';
import { createSampleTarget } from './sample-target.ts';
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

  it('converts limited range', () => {
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
        // Centre of the third cell of the first row, relative to the centre of the frame.
        const x = (2.5 - 5) * (size / 10);
        const y = (0.5 - 5) * (size / 10);
        const column = 50 + x * Math.cos(rotation) - y * Math.sin(rotation) - 0.5;
        expect(values[2 * 3]).toBeCloseTo(column * 2, 0);
      }
    }
  });

  it.each([
    ['inside', { centreX: 60, centreY: 50, width: 40, height: 40, rotation: 0.4 }],
    ['across a corner', { centreX: 8, centreY: 90, width: 60, height: 50, rotation: -0.7 }],
    ['around everything', { centreX: 60, centreY: 48, width: 170, height: 170, rotation: 0.1 }],
    ['beside the picture', { centreX: 60, centreY: -70, width: 40, height: 40, rotation: 0 }],
  ])('gives the same quickly as the general way does, %s', (_, region) => {
    const quick = createI420Frame(121, 97);
    for (const [plane, stride] of [
      [quick.y, quick.strideY],
      [quick.u, quick.strideU],
      [quick.v, quick.strideV],
    ] as const) {
      plane.forEach((_, at) => {
        const [column, row] = [at % stride, Math.floor(at / stride)];
        plane[at] = 128 + 70 * Math.sin((column * 3 + stride) / 11) * Math.cos(row / 5);
      });
    }
    // Frames with unusual strides use the general path.
    const strideV = quick.strideV + 2;
    const v = new Uint8Array(strideV * 49);
    quick.v.forEach((value, at) => {
      v[Math.floor(at / quick.strideV) * strideV + (at % quick.strideV)] = value;
    });
    const general = { ...quick, v, strideV };
    for (const border of ['edge', 'black'] as const) {
      for (const width of [32, 30]) {
        const [left, right] = [quick, general].map((frame) => {
          const values = new Float32Array(width * 32 * 3);
          const target = createSampleTarget(values, {
            width,
            height: 32,
            low: 0,
            high: 255,
            border,
          });
          sampleI420(frame, region, { ...target, isBgr: border === 'black' });
          return values;
        });
        // Positions in whole 256ths of a pixel, and the last sample of a row, differ slightly.
        const errors = left!.map((value, at) => Math.abs(value - right![at]!));
        expect(errors.filter((error) => error > 2).length).toBeLessThan(errors.length * 0.002);
      }
    }
  });

  it('gives the same inside a picture and along its edges', () => {
    const colour = { matrix: 'bt709', isFullRange: false } as const;
    const small = createI420Frame(202, 150, colour);
    const large = createI420Frame(402, 350, colour);
    for (const { name, left, top } of [
      { name: 'y', left: 100, top: 100 },
      { name: 'u', left: 50, top: 50 },
      { name: 'v', left: 50, top: 50 },
    ] as const) {
      const width = name === 'y' ? small.width : small.width / 2;
      const largeWidth = name === 'y' ? large.width : large.width / 2;
      small[name].forEach((_, index) => {
        const [column, row] = [index % width, Math.floor(index / width)];
        const value = 128 + 80 * Math.sin(column / 5) * Math.cos(row / 7 + left);
        small[name][index] = value;
        large[name][(row + top) * largeWidth + column + left] = value;
      });
    }
    for (const size of [30, 80, 139]) {
      for (const rotation of [0, 0.02]) {
        const region = { centreX: 100.3, centreY: 74.6, width: size, height: size, rotation };
        const edged = new Float32Array(40 * 40 * 3);
        const inside = new Float32Array(40 * 40 * 3);
        const shape = { width: 40, height: 40, ...black };
        const within = { ...region, centreX: region.centreX + 100, centreY: region.centreY + 100 };
        // The frame ends close to the region: the clamped edge is sampled by the last pixels at most.
        const nearEdge = cut(small, size + 10);
        sampleI420(
          nearEdge.frame,
          { ...region, centreX: 100.3 - nearEdge.left, centreY: 74.6 - nearEdge.top },
          createSampleTarget(edged, shape),
        );
        sampleI420(large, within, createSampleTarget(inside, shape));
        const differences = inside.map((value, index) => Math.abs(value - edged[index]!));
        expect(Math.max(...differences), `${size} ${rotation}`).toBeLessThan(1.5);
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

/** Returns the middle of a frame, with the minimum surroundings that the general path of sampling needs. */
function cut(
  frame: I420Frame,
  size: number,
): { readonly frame: I420Frame; readonly left: number; readonly top: number } {
  const half = Math.ceil(size / 4) * 2;
  const left = Math.max(0, 100 - half);
  const top = Math.max(0, 74 - half);
  const width = Math.min(frame.width - left, 2 * half);
  const height = Math.min(frame.height - top, 2 * half);
  const from = top * frame.strideY + left;
  const fromChroma = (top / 2) * frame.strideU + left / 2;
  return {
    left,
    top,
    frame: {
      ...frame,
      width,
      height,
      y: frame.y.subarray(from),
      u: frame.u.subarray(fromChroma),
      v: frame.v.subarray(fromChroma),
    },
  };
}
