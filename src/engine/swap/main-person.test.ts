import { describe, expect, it } from 'vitest';
import type { TrackedFace } from '../track/face-track.ts';
import { createMainPerson } from './main-person.ts';

const frame = { width: 1000, height: 500 };

/** Returns a face with a number, centred at `x` in the middle row. */
function createFace(id: number, x: number, width: number): TrackedFace {
  const box = { left: x - width / 2, top: 250 - width / 2, width, height: width };
  return { id, box } as TrackedFace;
}

describe('the main person', () => {
  it('is the largest near the middle, and stays it when another comes nearer', () => {
    const person = createMainPerson();
    expect(person.find(frame, [createFace(1, 100, 100), createFace(2, 500, 90)])?.id).toBe(2);
    expect(person.find(frame, [createFace(1, 400, 200), createFace(2, 600, 80)])?.id).toBe(2);
  });

  it('is followed when it comes back under another number', () => {
    const person = createMainPerson();
    person.find(frame, [createFace(1, 500, 100)]);
    expect(person.find(frame, [])).toBeNull();
    expect(person.find(frame, [createFace(2, 520, 100)])?.id).toBe(2);
    expect(person.find(frame, [createFace(1, 520, 100)])?.id).toBe(1);
  });

  it('is not replaced by a person who stood beside it', () => {
    const person = createMainPerson();
    person.find(frame, [createFace(1, 500, 100), createFace(2, 800, 60)]);
    expect(person.find(frame, [createFace(2, 500, 200)])).toBeNull();
    expect(person.find(frame, [createFace(2, 500, 200), createFace(3, 300, 80)])?.id).toBe(3);
  });
});
