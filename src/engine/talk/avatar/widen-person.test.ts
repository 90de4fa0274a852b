import { expect, it } from 'vitest';
import { widenPerson } from './widen-person.ts';

const [WIDTH, HEIGHT, SCALE] = [120, 60, 10];
/** Right edge of the person, who covers everything to its left. */
const EDGE = 60;

const alpha = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at % WIDTH < EDGE ? 255 : 0));
const rowOf = (mask: Uint8Array): Uint8Array => mask.subarray(30 * WIDTH, 31 * WIDTH);

it('moves the surroundings of a person along, fully near them and less further away', () => {
  const row = rowOf(widenPerson(alpha, { width: WIDTH, scale: SCALE }));
  expect(row.subarray(0, EDGE + 3).every((value) => value === 255)).toBe(true);
  const beside = [...row.subarray(EDGE, EDGE + SCALE)];
  expect(beside).toEqual(beside.toSorted((a, b) => b - a));
  expect(row.subarray(EDGE + SCALE).every((value) => value === 0)).toBe(true);
});

it('keeps a person whole who is thinner than the rim', () => {
  const thin = alpha.map((_, at) => (at % WIDTH === EDGE ? 255 : 0));
  expect(rowOf(widenPerson(thin, { width: WIDTH, scale: SCALE }))[EDGE]).toBe(255);
});
