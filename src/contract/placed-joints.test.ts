import { expect, it } from 'vitest';
import {
  mapPlacedJoints,
  placedJointsText,
  readPlacedJoints,
  writePlacedJoints,
} from './placed-joints.ts';

it('joints are written and read again, and those beyond the picture are moved to its edge', () => {
  const joints = mapPlacedJoints((_, index) => ({ x: index / 20, y: (25 - index) / 25 }));
  const text = writePlacedJoints(joints);
  expect(placedJointsText.parse(text)).toBe(text);
  expect(readPlacedJoints(text)).toEqual(joints);
  const outside = writePlacedJoints({ ...joints, leftWrist: { x: -0.2, y: 1.4 } });
  expect(readPlacedJoints(outside).leftWrist).toEqual({ x: 0, y: 1 });
});

it('a text that lacks a joint, has one too many or lies outside of the picture is refused', () => {
  const text = writePlacedJoints(mapPlacedJoints(() => ({ x: 0.5, y: 0.5 })));
  for (const wrong of [text.slice(0, -10), `${text} 1,1`, text.replace('5000', '10001'), 'a', '']) {
    expect(placedJointsText.safeParse(wrong).success).toBe(false);
  }
});
