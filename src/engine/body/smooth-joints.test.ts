import { describe, expect, it } from 'vitest';
import { JOINT_COUNT, JOINT_VALUES } from './joints.ts';
import { bridgeGaps, smoothJoints } from './smooth-joints.ts';

const options = { size: 200, stepSec: 1 / 30 };

function jointsAt(x: number): Float32Array {
  return new Float32Array(JOINT_COUNT * JOINT_VALUES).fill(x);
}

/** Returns the mean change of the first joint between frames. */
function computeJitter(frames: readonly Float32Array[]): number {
  const steps = frames.slice(1).map((frame, index) => Math.abs(frame[0]! - frames[index]![0]!));
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

describe('smoothing of joints', () => {
  it('calms joints at rest', () => {
    const frames = Array.from({ length: 40 }, (_, index) => jointsAt(100 + (index % 2)));
    expect(computeJitter(smoothJoints(frames, options))).toBeLessThan(0.3 * computeJitter(frames));
  });

  it('neither delays nor shrinks a fast move', () => {
    const at = (index: number): number => 100 + 120 * Math.sin(index / 5);
    const frames = Array.from({ length: 90 }, (_, index) => jointsAt(at(index)));
    const smooth = smoothJoints(frames, options);
    // A lag of one frame would be an error of 24 pixels in the middle of the move.
    for (let index = 20; index < 70; index += 1) {
      expect(Math.abs(smooth[index]![0]! - at(index))).toBeLessThan(8);
    }
  });

  it('bridges gaps in a straight line, and holds the ends', () => {
    const frames = [null, jointsAt(10), null, null, jointsAt(40), null];
    expect(bridgeGaps(frames).map(([x]) => x)).toEqual([10, 10, 20, 30, 40, 40]);
    expect(bridgeGaps([null, null])).toEqual([]);
  });
});
