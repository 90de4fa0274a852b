import { expect, it } from 'vitest';
import {
  createDepthMemory,
  rememberDepth,
  type DepthMemory,
  type FeatureDepths,
} from './depth-memory.ts';

const SAMPLE_US = 133_333;

function depthsOf(all: number): FeatureDepths {
  return { all, brows: all - 20, eyes: [all, all + 10] };
}

function remember(memory: DepthMemory, depth: FeatureDepths | null, seconds: number): number[] {
  const weights: number[] = [];
  for (let sample = 0; sample < (seconds * 1e6) / SAMPLE_US; sample += 1) {
    rememberDepth(memory, depth, SAMPLE_US);
    weights.push(memory.weight);
  }
  return weights;
}

it('knows the depth of a new face at once', () => {
  const memory = createDepthMemory();
  rememberDepth(memory, depthsOf(80), null);
  expect(memory).toEqual({ depths: depthsOf(80), weight: 1, unseenUs: 0 });
  rememberDepth(memory, depthsOf(40), null);
  expect(memory).toEqual({ depths: depthsOf(40), weight: 1, unseenUs: 0 });
});

it('fades in a depth that is measured later', () => {
  const memory = createDepthMemory();
  rememberDepth(memory, null, null);
  const weights = remember(memory, depthsOf(80), 1);
  expect(weights[0]).toBeLessThan(0.25);
  expect(weights.at(-1)).toBe(1);
  expect(memory.depths.all).toBeCloseTo(80);
  expect(memory.depths.brows).toBeCloseTo(60);
  expect(memory.depths.eyes[1]).toBeCloseTo(90);
});

it('keeps the depth while eyes are hidden briefly', () => {
  const memory = createDepthMemory();
  rememberDepth(memory, depthsOf(80), null);
  remember(memory, null, 0.9);
  expect(memory).toMatchObject({ depths: depthsOf(80), weight: 1 });
});

it('knows nothing of a depth that was measured before the warm-up of a segment', () => {
  const memory = createDepthMemory();
  rememberDepth(memory, depthsOf(80), null);
  const weights = remember(memory, null, 1.9);
  expect(weights.at(-1)).toBe(0);
  const steps = weights.slice(1).map((weight, at) => weights[at]! - weight);
  expect(Math.max(...steps)).toBeLessThan(0.25);
  rememberDepth(memory, depthsOf(30), SAMPLE_US);
  expect(memory.depths).toEqual(depthsOf(30));
  expect(memory.weight).toBeLessThan(0.25);
});
