import { expect, it } from 'vitest';
import { partLabel, voteForLimb } from './part-labels.ts';

it('a label speaks for its own limb, against other parts, and says nothing of sleeves and of the other side', () => {
  expect(voteForLimb(partLabel.leftArm, 'leftArm')).toBe(1);
  expect(voteForLimb(partLabel.rightArm, 'leftArm')).toBe(0);
  expect(voteForLimb(partLabel.sleeve, 'leftArm')).toBe(0);
  expect(voteForLimb(partLabel.trousers, 'leftArm')).toBe(-1);
  expect(voteForLimb(partLabel.head, 'leftArm')).toBe(-1);
  expect(voteForLimb(partLabel.torso, 'rightLeg')).toBe(-1);
  expect(voteForLimb(partLabel.trousers, 'rightLeg')).toBe(0);
  expect(voteForLimb(partLabel.rightLeg, 'rightLeg')).toBe(1);
  expect(voteForLimb(partLabel.unknown, 'rightLeg')).toBe(0);
});
