import { expect, it } from 'vitest';
import type { BodyLayer } from '../character/body-character.ts';
import { findCoveredArms } from './find-covered-arms.ts';

const createLayer = (part: BodyLayer['part'], left: number): BodyLayer => ({
  part,
  image: { left, top: 0, width: 10, height: 10, pixels: new Uint8Array(400).fill(255) },
  net: { points: new Float32Array(), passes: [] },
});

it('finds the arm that hair lies over', () => {
  const arms = [createLayer('leftArm', 40), createLayer('rightArm', 0)];
  expect(findCoveredArms([...arms, createLayer('hair', 35)])).toEqual(['leftArm']);
  expect(findCoveredArms([...arms, createLayer('hair', 20)])).toEqual([]);
  expect(findCoveredArms(arms)).toEqual([]);
});
