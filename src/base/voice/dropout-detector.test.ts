import { expect, it } from 'vitest';
import { DropoutDetector } from './dropout-detector.ts';

const BLOCK = 128;
const loud = new Float32Array(BLOCK).fill(0.2);
const soft = new Float32Array(BLOCK).fill(0.001);
const none = new Float32Array(BLOCK);

/** Returns the detector's decision for each block. */
function judge(holes: DropoutDetector, blocks: readonly Float32Array[]): boolean[] {
  return blocks.map((block) => holes.isDropout(block));
}

it('finds a dropout in the middle of a sound', () => {
  const holes = new DropoutDetector();
  expect(judge(holes, [loud, none, none, loud])).toEqual([false, true, true, false]);
  expect(holes.late).toBe(2 * BLOCK);
  expect(judge(holes, [none, loud])).toEqual([true, false]);
  expect(holes.late).toBe(3 * BLOCK);
});

it('does not report silence as a dropout', () => {
  const holes = new DropoutDetector();
  expect(judge(holes, [none, none, loud, soft, none, none, soft])).not.toContain(true);
  expect(holes.late).toBe(0);
});

it('gives up after a while: the microphone was muted', () => {
  const holes = new DropoutDetector();
  const judged = judge(holes, [loud, ...Array.from({ length: 200 }, () => none), loud]);
  expect(judged.filter(Boolean)).toHaveLength(75);
  expect(judged.at(-2)).toBe(false);
  expect(holes.late).toBe(0);
});

it('counts nothing as late when the sound comes back softly', () => {
  const holes = new DropoutDetector();
  judge(holes, [loud, none, soft, loud]);
  expect(holes.late).toBe(0);
});
