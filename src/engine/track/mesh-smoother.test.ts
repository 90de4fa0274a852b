import { describe, expect, it } from 'vitest';
import { createMeshSmoother } from './mesh-smoother.ts';

const FACE_SIZE = 200;
const FRAME_US = 33_333;
const rigid = Uint16Array.from({ length: 16 }, (_, index) => index);

describe('mesh smoother', () => {
  it('takes noise out of a face at rest', () => {
    const smoother = createMeshSmoother(20, rigid);
    smoother.reset(gridAt(0));
    const random = noise(7);
    let before = 0;
    let after = 0;
    let last = Float32Array.from(smoother.mesh);
    let lastRaw = gridAt(0);
    for (let frame = 0; frame < 200; frame += 1) {
      const raw = gridAt(0).map((value) => value + random() * 0.4);
      smoother.follow(raw, FRAME_US, FACE_SIZE);
      before += distance(raw, lastRaw);
      after += distance(smoother.mesh, last);
      last = Float32Array.from(smoother.mesh);
      lastRaw = raw;
    }
    expect(after / before).toBeLessThan(0.35);
  });

  it('is on time when a head moves fast', () => {
    const smoother = createMeshSmoother(20, rigid);
    smoother.reset(gridAt(0));
    for (let frame = 1; frame <= 10; frame += 1) {
      smoother.follow(gridAt(frame * 8), FRAME_US, FACE_SIZE);
      expect(distance(smoother.mesh, gridAt(frame * 8))).toBeLessThan(0.01);
    }
  });

  it('lets single points jump while the head stands still', () => {
    const smoother = createMeshSmoother(20, rigid);
    smoother.reset(gridAt(0));
    const blink = gridAt(0);
    blink[18 * 3 + 1]! += 8;
    smoother.follow(blink, FRAME_US, FACE_SIZE);
    expect(smoother.mesh[18 * 3 + 1]).toBeCloseTo(blink[18 * 3 + 1]!, 2);
  });

  it('follows a turn and a zoom without bending the face', () => {
    const smoother = createMeshSmoother(20, rigid);
    smoother.reset(gridAt(0));
    const turned = gridAt(0);
    for (let at = 0; at < turned.length; at += 3) {
      const x = turned[at]! - 100;
      const y = turned[at + 1]! - 100;
      turned[at] = 100 + 1.1 * (x * Math.cos(0.1) - y * Math.sin(0.1));
      turned[at + 1] = 100 + 1.1 * (x * Math.sin(0.1) + y * Math.cos(0.1));
      turned[at + 2]! *= 1.1;
    }
    smoother.follow(turned, FRAME_US, FACE_SIZE);
    expect(distance(smoother.mesh, turned)).toBeLessThan(0.01);
  });

  it('stands still on the same mesh', () => {
    const smoother = createMeshSmoother(20, rigid);
    smoother.reset(gridAt(0));
    smoother.follow(gridAt(0), FRAME_US, FACE_SIZE);
    expect(distance(smoother.mesh, gridAt(0))).toBeLessThan(1e-4);
  });
});

/** Creates twenty points of a grid, shifted to the right. */
function gridAt(shift: number): Float32Array {
  return Float32Array.from({ length: 60 }, (_, index) => {
    const point = Math.floor(index / 3);
    const values = [50 + (point % 5) * 40 + shift, 40 + Math.floor(point / 5) * 40, point % 3];
    return values[index % 3]!;
  });
}

function distance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 3) {
    sum += Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!);
  }
  return (sum * 3) / a.length;
}

/** Creates a generator of pseudorandom numbers from -1 to 1, deterministic by its seed. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}
