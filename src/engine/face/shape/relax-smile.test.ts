import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, LEFT_EYE, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { smileRelaxerOf } from './relax-smile.ts';

const [LEFT_CORNER, RIGHT_CORNER] = [61, 291];
const [UPPER_LIP, LOWER_LIP] = [13, 14];
const UPPER_LID = 159;

describe('taking a smile out of a shape', () => {
  it('brings corners in and down, and lids up again', () => {
    const shape = makeShape({ wider: 0.6, higher: 0.35 });
    const relaxer = smileRelaxerOf(face);
    const amount = relaxer.measure(shape);
    expect(amount).toBeGreaterThan(0.5);
    const lid = shape[UPPER_LID * 3 + 1]!;
    relaxer.relax(shape, amount);
    expect(shape[LEFT_CORNER * 3]).toBeGreaterThan(-3.1);
    expect(shape[RIGHT_CORNER * 3]).toBeLessThan(3.1);
    expect(shape[LEFT_CORNER * 3 + 1]).toBeGreaterThan(4.75);
    expect(shape[UPPER_LID * 3 + 1]).toBeLessThan(lid);
    expect(relaxer.measure(shape)).toBeLessThan(amount / 4);
  });

  it('opens eyes that a smile narrows further than those that it leaves wide', () => {
    const raisedFrom = (opening: number): number => {
      const shape = makeShape({ wider: 0.6, higher: 0.35 });
      for (const [index, point] of LEFT_EYE.entries()) {
        const isUpper = index > 0 && index < 8;
        const x = index < 8 ? -4.4 + index * 0.35 : -1.6 - (index - 8) * 0.35;
        shape.set([x, isUpper ? -2.2 - opening : -2.2, 0], point * 3);
      }
      const relaxer = smileRelaxerOf(face);
      const amount = relaxer.measure(shape);
      const before = shape[UPPER_LID * 3 + 1]!;
      relaxer.relax(shape, amount);
      return before - shape[UPPER_LID * 3 + 1]!;
    };
    expect(raisedFrom(0.45)).toBeGreaterThan(raisedFrom(1.1) + 0.1);
  });

  it('evens corners that a smile lifts differently, by the line of the eyes', () => {
    const relaxer = smileRelaxerOf(face);
    const unevenAfter = (amount: number, tilt: number): number => {
      const shape = makeShape({ wider: 0.6, higher: 0.2 });
      shape[LEFT_CORNER * 3 + 1]! += 0.3;
      shape.forEach((x, at) => at % 3 === 0 && (shape[at + 1]! += tilt * x));
      relaxer.relax(shape, amount);
      const width = shape[RIGHT_CORNER * 3]! - shape[LEFT_CORNER * 3]!;
      return shape[LEFT_CORNER * 3 + 1]! - shape[RIGHT_CORNER * 3 + 1]! + tilt * width;
    };
    expect(Math.abs(unevenAfter(1, 0))).toBeLessThan(0.1);
    expect(Math.abs(unevenAfter(1, 0.05))).toBeLessThan(0.1);
    expect(unevenAfter(0.1, 0)).toBeGreaterThan(0.2);
  });

  it.each([
    ['a face at rest', {}],
    ['a mouth that is wide by nature', { wider: 0.3 }],
    ['corners that are high by nature', { higher: 0.1 }],
    ['a mouth that calls', { wider: -0.3, gap: 3 }],
  ])('leaves %s alone', (_, change) => {
    const shape = makeShape(change);
    const relaxer = smileRelaxerOf(face);
    expect(relaxer.measure(shape)).toBeLessThan(0.1);
    const before = shape.slice();
    relaxer.relax(shape, 0);
    expect(shape).toEqual(before);
  });
});

/** Face with a mouth of 5.2 centimetres below eyes whose outer corners are 8.8 centimetres apart. */
const face = makeFace();

function makeFace(): CanonicalFace {
  const positions = new Float32Array(MESH_POINT_COUNT * 3);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    positions.set([(point % 22) * 0.6 - 6.3, 8 - Math.floor(point / 22) * 0.8, 0], point * 3);
  }
  const put = (point: number, x: number, y: number): void => {
    positions.set([x, y, 0], point * 3);
  };
  FACE_OVAL.forEach((point, index) => {
    const angle = (index / FACE_OVAL.length) * 2 * Math.PI;
    put(point, 7 * Math.sin(angle), 9 * Math.cos(angle));
  });
  REFINED_LIPS.forEach((point, index) => put(point, ((index % 20) - 10) / 4.5, -5));
  put(33, -4.4, 2);
  put(263, 4.4, 2);
  put(UPPER_LID, -3.2, 2.4);
  put(LEFT_CORNER, -2.6, -5);
  put(RIGHT_CORNER, 2.6, -5);
  put(UPPER_LIP, 0, -5);
  put(LOWER_LIP, 0, -5);
  const texture = Float32Array.from({ length: MESH_POINT_COUNT * 2 }, (_, at) => {
    const value = positions[(at >> 1) * 3 + (at % 2)]!;
    return at % 2 === 0 ? 0.5 + value / 16 : 0.5 - value / 20;
  });
  return {
    positions,
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}

/** Creates a shape of the face, y down, with raised and widened mouth corners and parted lips. */
function makeShape({
  wider = 0,
  higher = 0,
  gap = 0,
}: {
  readonly wider?: number;
  readonly higher?: number;
  readonly gap?: number;
}): Float32Array<ArrayBuffer> {
  const shape = face.positions.map((value, at) => (at % 3 === 1 ? -value : value));
  shape[LEFT_CORNER * 3]! -= wider;
  shape[RIGHT_CORNER * 3]! += wider;
  shape[LEFT_CORNER * 3 + 1]! -= higher;
  shape[RIGHT_CORNER * 3 + 1]! -= higher;
  shape[LOWER_LIP * 3 + 1]! += gap;
  return shape;
}
