import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FACE_SHAPE_SIZE, type FrontalShape } from '../../face/shape/face-shape.ts';
import { setRotationOfAngles } from '../../track/head-pose.ts';
import {
  findMouthOrigin,
  type HeadPosition,
  moveToArch,
  projectMouthPlane,
} from './mouth-plane.ts';

const SCALE = 20;

/**
 * Closed lips, with corners this far behind the middle, and the right one this much lower than the left one, in
 * centimetres.
 */
function makeLips(backCm: number, lowerCm = 0): FrontalShape {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  shape.set([-2.5, -lowerCm / 2, backCm], 61 * 3);
  shape.set([2.5, lowerCm / 2, backCm], 291 * 3);
  return shape;
}

function turnHead(yaw: number, pitch: number, roll: number): HeadPosition {
  const position = { yaw, pitch, roll, scale: SCALE, rotation: new Float32Array(9) };
  setRotationOfAngles(position);
  return { ...position, middleX: 300, middleY: 200 };
}

it('finds teeth on their arch where a turned head shows them', () => {
  const angle = fc.double({ min: -0.5, max: 0.5, noNaN: true });
  const aside = fc.double({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(angle, angle, angle, aside, aside, (yaw, pitch, roll, u, v) => {
      const position = turnHead(yaw, pitch, roll);
      const origin = findMouthOrigin(makeLips(1.25), position);
      expect(origin.arch).toBeCloseTo(0.2, 5);
      const { rotation: r, scale, middleX, middleY } = position;
      const tooth = [origin.x + u, origin.y + v, origin.z + origin.arch * u * u] as const;
      const seenX = middleX + scale * (r[0]! * tooth[0] + r[1]! * tooth[1] + r[2]! * tooth[2]);
      const seenY = middleY + scale * (r[3]! * tooth[0] + r[4]! * tooth[1] + r[5]! * tooth[2]);
      const plane = projectMouthPlane(origin, position);
      const [dx, dy] = [seenX - plane.x, seenY - plane.y];
      const area = plane.a * plane.d - plane.b * plane.c;
      const found = {
        u: (plane.d * dx - plane.b * dy) / area,
        v: (plane.a * dy - plane.c * dx) / area,
      };
      moveToArch(found, origin, plane);
      expect(found.u).toBeCloseTo(u, 2);
      expect(found.v).toBeCloseTo(v, 2);
    }),
  );
});

it('tilts teeth as lips are that meet, but not as lips that are drawn aside', () => {
  const position = turnHead(0, 0, 0);
  const plane = projectMouthPlane(findMouthOrigin(makeLips(1), position), position);
  const heightAt = (lowerCm: number): number => {
    const point = { u: 2, v: 0.1 };
    moveToArch(point, findMouthOrigin(makeLips(1, lowerCm), position), plane);
    return point.v;
  };
  expect(heightAt(0)).toBeCloseTo(0.1, 6);
  expect(heightAt(0.1)).toBeCloseTo(0.06, 6);
  expect(heightAt(2)).toBeCloseTo(0, 6);
});
