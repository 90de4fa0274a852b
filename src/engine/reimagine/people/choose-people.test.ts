import { describe, expect, it } from 'vitest';
import type { PersonChoice } from '../../../instructions/person-choice.ts';
import { choosePeople } from './choose-people.ts';

const WIDTH = 1000;
const face = (x: number, size = 100) => ({
  box: { left: x - size / 2, top: 200, width: size, height: size },
});
const at = (place: PersonChoice['place'], more: Partial<PersonChoice> = {}): PersonChoice => ({
  place,
  number: 1,
  isSeveral: false,
  isInverted: false,
  ...more,
});

describe('chosen people', () => {
  // The order of detection is not that of the image.
  const [middle, right, left] = [face(500), face(800), face(150)];
  const three = [middle, right, left];

  it.each([
    [at('left'), [left]],
    [at('left', { number: 2 }), [middle]],
    [at('right'), [right]],
    [at('middle'), [middle]],
    [at('left', { isInverted: true }), [middle, right]],
  ])('are counted along the image: %o', (choice, expected) => {
    const { chosen, others } = choosePeople(three, choice, WIDTH);
    expect(chosen).toEqual(expected);
    expect(chosen.length + others.length).toBe(3);
  });

  it('are in front with clearly the largest face, and behind with clearly smaller ones', () => {
    const [front, small, smaller] = [face(400, 200), face(800, 80), face(650, 60)];
    const faces = [small, front, smaller];
    expect(choosePeople(faces, at('front'), WIDTH).chosen).toEqual([front]);
    expect(choosePeople(faces, at('front', { isInverted: true }), WIDTH).others).toEqual([front]);
    expect(choosePeople(faces, at('back', { isSeveral: true }), WIDTH).chosen).toEqual([
      small,
      smaller,
    ]);
  });

  it('are counted with a small face where the large one is on the other side', () => {
    const [small, large] = [face(150, 60), face(700, 200)];
    expect(choosePeople([large, small], at('left'), WIDTH).chosen).toEqual([small]);
  });

  it.each([
    ['there is no fourth', three, at('left', { number: 4 }), 'person_missing'],
    ['nobody is behind', three, at('back', { isSeveral: true }), 'person_missing'],
    ['there is nobody else', [left], at('left', { isInverted: true }), 'person_missing'],
    ['no face is the largest', three, at('front'), 'person_unclear'],
    ['two are in the middle', [left, right], at('middle'), 'person_unclear'],
    ['one is above the other', [left, face(160), right], at('left'), 'person_unclear'],
    ['only somebody on the other side was found', [right], at('left'), 'person_unclear'],
    [
      'somebody small stands farther aside',
      [middle, right, face(80, 30)],
      at('left'),
      'person_unclear',
    ],
    [
      'two are behind',
      [face(500, 200), left, right].map((one, index) =>
        index === 0 ? one : { box: { ...one.box, width: 60, height: 60 } },
      ),
      at('back'),
      'person_unclear',
    ],
    [
      'one is between',
      [face(500, 200), face(800, 112), face(150, 60)],
      at('back', { isSeveral: true }),
      'person_unclear',
    ],
  ] as const)('are refused where %s', (_, faces, choice, reason) => {
    expect(() => choosePeople(faces, choice, WIDTH)).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: { reason, count: faces.length } }),
    );
  });
});
