import { expect, it } from 'vitest';
import { createI420Frame } from '../pixels/frame.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createKnownMainPerson } from './known-main-person.ts';

const frame = createI420Frame(200, 100);
const own = Float32Array.of(1, 0);
const other = Float32Array.of(0, 1);
const unclear = Float32Array.of(0.4, 0.4);

/** Returns a face with a number, a person that it resembles and a width. */
function createFace(id: number, looks: Float32Array, width: number): TrackedFace {
  const box = { left: 100 - width / 2, top: 50 - width / 2, width, height: width };
  return { id, landmarks: looks, box } as TrackedFace;
}

function open() {
  const compared: Float32Array[] = [];
  const person = createKnownMainPerson(
    { own, others: [other] },
    {
      embed: (_frame, landmarks) => {
        compared.push(landmarks);
        return Promise.resolve(landmarks);
      },
    },
  );
  return { person, compared };
}

it('is the known person, even when others are larger or nearer to the middle', async () => {
  const { person, compared } = open();
  const faces = [createFace(1, other, 80), createFace(2, own, 30)];
  expect((await person.find(frame, faces))?.id).toBe(2);
  // All faces are identified by now.
  expect(person.find(frame, faces)).toBe(faces[1]);
  expect(compared).toHaveLength(2);
  expect(person.find(frame, [createFace(1, other, 80)])).toBeNull();
});

it('is taken for a face that cannot be told, until it can', async () => {
  const { person } = open();
  const found: (number | undefined)[] = [];
  for (let index = 0; index < 7; index += 1) {
    const faces = [createFace(1, index === 0 ? unclear : other, 80), createFace(2, unclear, 30)];
    found.push((await person.find(frame, faces))?.id);
  }
  expect(found.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
  expect(found.at(-1)).not.toBe(1);
});
