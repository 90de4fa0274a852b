import { expect, it } from 'vitest';
import { createI420Frame } from '../pixels/frame.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createChosenPerson } from './chosen-person.ts';

const frame = createI420Frame(16, 16);
const person = Float32Array.of(1, 0);

/** Returns a frontal face with a number and its similarity to the person. */
function createFace(id: number, similarity: number, yaw = 0): TrackedFace {
  const pose = { yaw, pitch: 0 };
  return { id, landmarks: Float32Array.of(similarity), pose, box: { width: 90 } } as TrackedFace;
}

function open() {
  const compared: number[] = [];
  const chosen = createChosenPerson(person, {
    embed: (_frame, landmarks) => {
      const [similarity = 0] = landmarks;
      compared.push(Math.round(similarity * 100) / 100);
      return Promise.resolve(Float32Array.of(similarity, 0));
    },
  });
  return { chosen, compared };
}

it('is found among others, and each number is compared once', async () => {
  const { chosen, compared } = open();
  const faces = [createFace(1, 0.4), createFace(2, 0.9)];
  expect((await chosen.find(frame, faces))?.id).toBe(2);
  // No comparison is pending any more, so the answer is synchronous.
  expect(chosen.find(frame, faces)).toBe(faces[1]);
  expect(compared).toEqual([0.4, 0.9]);
});

it('is not replaced by another person while away', async () => {
  const { chosen } = open();
  expect(await chosen.find(frame, [createFace(1, 0.4)])).toBeNull();
  expect(chosen.find(frame, [])).toBeNull();
  expect((await chosen.find(frame, [createFace(1, 0.4), createFace(3, 0.8)]))?.id).toBe(3);
});

it('is found as soon as a face that was turned away can be told apart', async () => {
  const { chosen, compared } = open();
  expect(await chosen.find(frame, [createFace(1, 0.3, 0.9)])).toBeNull();
  const later: (number | undefined)[] = [];
  for (let index = 0; index < 6; index += 1) {
    later.push((await chosen.find(frame, [createFace(1, 0.9)]))?.id);
  }
  expect(later).toEqual([undefined, undefined, undefined, undefined, 1, 1]);
  expect(compared).toEqual([0.3, 0.9]);
});
