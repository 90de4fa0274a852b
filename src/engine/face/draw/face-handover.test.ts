import { describe, expect, it } from 'vitest';
import { createFaceHandover } from './face-handover.ts';
import { createFaceMemories, type FaceMemory } from './face-memory.ts';

const SECOND = 1_000_000;
const FRAME_US = 40_000;

/** Creates the memory of a face that was seen for a while, with this number as shape. */
function remember(value: number, knownUs = SECOND): FaceMemory {
  const memory = createFaceMemories().recall(1, true);
  memory.isEmpty = false;
  memory.shape.knownUs = knownUs;
  learn(memory, value);
  return memory;
}

function learn({ shape, ratio }: FaceMemory, value: number): void {
  shape.rest.fill(value);
  ratio.calm.fill(value);
  shape.usualYaw = value;
}

const shapeOf = ({ shape }: FaceMemory): number => shape.rest[7]!;

describe('the handover of a face', () => {
  it('is said by the first part when the face was seen at rest, else near its end', () => {
    const part = createFaceHandover({ fromUs: 0, toUs: 60 * SECOND, learnt: null });
    const memory = remember(1, SECOND / 2);
    expect(part.findDueCheck(memory, 10 * SECOND)).toBe(null);
    expect(part.findDueCheck(remember(1, 2 * SECOND), 31 * SECOND)).toBe('identify');
    expect(part.findDueCheck(memory, 58 * SECOND)).toBe('identify');
    expect(part.begin(memory, true)).toBe(false);
    learn(memory, 2);
    expect(part.held()?.rest[7]).toBe(1);
    expect(part.findDueCheck(memory, 58 * SECOND)).toBe(null);
  });

  it('learns nothing from frames after the first part', () => {
    const part = createFaceHandover({ fromUs: 0, toUs: 60 * SECOND, learnt: null });
    const memory = remember(1, 2 * SECOND);
    expect(part.findDueCheck(memory, 60 * SECOND)).toBe(null);
    part.settle(memory, 60 * SECOND, FRAME_US);
    expect(part.held()).toBe(null);
  });

  it('keeps the state of a face that is gone before a short part ends', () => {
    const look = createFaceHandover({ fromUs: 10 * SECOND, toUs: 18 * SECOND, learnt: null });
    const memory = remember(1, 0);
    let requested = 0;
    // From the warm-up to the sixth second of the part.
    for (let timeUs = 8 * SECOND; timeUs < 16 * SECOND; timeUs += FRAME_US) {
      if (look.findDueCheck(memory, timeUs) !== null) {
        requested += 1;
        look.begin(memory, true);
      }
      memory.shape.knownUs += FRAME_US;
      learn(memory, timeUs / SECOND);
      look.settle(memory, timeUs, FRAME_US);
      expect(shapeOf(memory)).toBeCloseTo(timeUs / SECOND, 5);
    }
    expect(requested).toBe(1);
    expect(look.held()?.rest[7]).toBeGreaterThan(14.9);
    expect(look.held()?.knownUs).toBeGreaterThan(6.9 * SECOND);
  });

  it('is of the face that the first part knows best', () => {
    const part = createFaceHandover({ fromUs: 0, toUs: 60 * SECOND, learnt: null });
    const memories = createFaceMemories();
    const passing = meet(1, 1);
    expect(part.findDueCheck(passing, 2 * SECOND)).toBe('identify');
    part.begin(passing, true);
    part.settle(passing, 2 * SECOND, FRAME_US);
    const staying = meet(2, 0);
    staying.isEmpty = true;
    expect(part.findDueCheck(staying, 4 * SECOND)).toBe('same');
    expect(part.begin(staying, false)).toBe(false);
    staying.isEmpty = false;
    expect(part.findDueCheck(staying, 5 * SECOND)).toBe(null);
    staying.shape.knownUs = 3 * SECOND;
    expect(part.findDueCheck(staying, 8 * SECOND)).toBe('identify');
    expect(part.begin(staying, true)).toBe(false);
    expect(part.held()?.rest[7]).toBe(2);
    // The state that the other face learns from now on is not handed over.
    part.settle(passing, 20 * SECOND, FRAME_US);
    expect(part.held()?.rest[7]).toBe(2);
    // A face that appears near the end is known less.
    const last = meet(3, 1);
    expect(part.findDueCheck(last, 59 * SECOND)).toBe('same');
    part.begin(last, false);
    part.settle(last, 59 * SECOND, FRAME_US);
    expect([part.held()?.rest[7], shapeOf(last)]).toEqual([2, 3]);

    /** Adds a face with this number as id and shape. */
    function meet(value: number, seconds: number): FaceMemory {
      const memory = memories.recall(value, true);
      memory.isEmpty = false;
      memory.shape.knownUs = seconds * SECOND;
      learn(memory, value);
      return memory;
    }
  });

  it('is the state of the first part at its end, where it sees the face there', () => {
    const part = createFaceHandover({ fromUs: 0, toUs: 60 * SECOND, learnt: null });
    const memory = remember(1, 30 * SECOND);
    part.begin(memory, true);
    learn(memory, 2);
    part.settle(memory, 40 * SECOND, FRAME_US);
    learn(memory, 3);
    part.settle(memory, 40 * SECOND + FRAME_US, FRAME_US);
    expect(part.held()?.rest[7]).toBe(2);
    learn(memory, 2);
    part.settle(memory, 58 * SECOND, FRAME_US);
    expect(part.held()?.rest[7]).toBe(2);
    learn(memory, 4);
    part.settle(memory, 60 * SECOND - FRAME_US, FRAME_US);
    expect([part.held()?.rest[7], shapeOf(memory)]).toEqual([4, 4]);
    learn(memory, 5);
    part.settle(memory, 60 * SECOND, FRAME_US);
    expect(part.held()?.rest[7]).toBe(4);
  });

  it('has both sides of a seam draw by the same', () => {
    const first = createFaceHandover({ fromUs: 0, toUs: SECOND, learnt: null });
    const known = remember(1, 30 * SECOND);
    Object.assign(known.shape, { restTimeUs: SECOND / 4, restSmile: 0.6 });
    first.begin(known, true);
    const learnt = first.held();
    const second = createFaceHandover({ fromUs: SECOND, toUs: 60 * SECOND, learnt });
    const next = createFaceHandover({ fromUs: 60 * SECOND, toUs: null, learnt });
    const before = createFaceMemories().recall(1, true);
    expect(second.begin(before, true)).toBe(true);
    expect(before.shape).toMatchObject({ restTimeUs: SECOND / 4, restSmile: 0.6 });
    before.isEmpty = false;
    // The shape learnt since is another one, which returns gradually.
    learn(before, 3);
    const shapes: number[] = [];
    for (let timeUs = 57 * SECOND; timeUs < 60 * SECOND; timeUs += FRAME_US) {
      second.settle(before, timeUs, FRAME_US);
      shapes.push(shapeOf(before));
    }
    expect(shapes[0]).toBe(3);
    expect(shapes.at(-1)).toBeCloseTo(1, 5);
    const steps = shapes.slice(1).map((shape, at) => shapes[at]! - shape);
    expect(Math.max(...steps)).toBeLessThan(0.05);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    const after = createFaceMemories().recall(1, true);
    expect(next.findDueCheck(after, 58 * SECOND)).toBe('same');
    expect(next.begin(after, true)).toBe(true);
    after.isEmpty = false;
    learn(after, 5);
    next.settle(after, 60 * SECOND - FRAME_US, FRAME_US);
    expect(shapeOf(after)).toBe(1);
    learn(after, 1.1);
    next.settle(after, 60 * SECOND, FRAME_US);
    expect(shapeOf(after)).toBeCloseTo(1.1);
  });

  it('leaves others alone, and asks again when a face comes back', () => {
    const learnt = createFaceHandover({ fromUs: 0, toUs: SECOND, learnt: null });
    learnt.begin(remember(1), true);
    const part = createFaceHandover({ fromUs: SECOND, toUs: 9 * SECOND, learnt: learnt.held() });
    const memories = createFaceMemories();
    const other = memories.recall(1, true);
    expect(part.findDueCheck(other, 0)).toBe('same');
    expect(part.begin(other, false)).toBe(false);
    other.isEmpty = false;
    learn(other, 7);
    part.settle(other, 8.9 * SECOND, FRAME_US);
    expect(shapeOf(other)).toBe(7);
    expect(part.findDueCheck(other, 8.9 * SECOND)).toBe(null);
    expect(part.findDueCheck(memories.recall(1, true), 5 * SECOND)).toBe('same');
  });
});
