import { describe, expect, it } from 'vitest';
import { LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import {
  createGaze,
  DRAWN_POINT_COUNT,
  limitGaze,
  listEyeTriangles,
  positionIrises,
  measureGaze,
} from './eye-points.ts';

const WIDTH = 100;

describe('the irises of a drawn face', () => {
  it.each([
    ['straight', 0, 0],
    ['to the right and down', 12, 6],
    ['to the left and up', -12, -6],
  ])('look %s where those of the target do', (_, right, down) => {
    const mesh = makeEyes(40);
    const look = createGaze();
    measureGaze(look, mesh, makeIrises(right, down));
    positionIrises(mesh, 3, look, look.reach);
    for (const eye of [0, 1]) {
      const [x, y] = computeMiddle(mesh, eye);
      expect(x).toBeCloseTo((eye === 0 ? 150 : 350) + right, 3);
      expect(y).toBeCloseTo(200 + down, 3);
    }
  });

  it('keep the size they have in the photo', () => {
    const mesh = makeEyes(40);
    const look = createGaze();
    measureGaze(look, mesh, makeIrises(0, 0));
    positionIrises(mesh, 3, look, Float32Array.of(0.25, 0.25));
    const [first, second] = [MESH_POINT_COUNT * 3, (MESH_POINT_COUNT + 1) * 3];
    expect(mesh[second]! - mesh[first]!).toBeCloseTo(0.5 * WIDTH, 3);
  });

  it('look aside as the target does, but not so far that they would tear', () => {
    const mesh = makeEyes(40);
    const [photo, near, far] = [createGaze(), createGaze(), createGaze()];
    measureGaze(photo, mesh, makeIrises(0, 0));
    measureGaze(near, mesh, makeIrises(4, 0));
    measureGaze(far, mesh, makeIrises(20, 0));
    limitGaze(near, photo);
    limitGaze(far, photo);
    const strayOf = (look: typeof photo): number => Math.abs(look.along[0]! - photo.along[0]!);
    expect(strayOf(near)).toBeCloseTo(0.04, 2);
    expect(strayOf(far)).toBeGreaterThan(0.1);
    expect(strayOf(far)).toBeLessThan(0.125);
  });

  it('stay between lids that close, and turn no triangle over', () => {
    for (const opening of [40, 4, 0]) {
      const mesh = makeEyes(opening);
      const look = createGaze();
      measureGaze(look, mesh, makeIrises(25, 30));
      positionIrises(mesh, 3, look, look.reach);
      expect(Math.abs(computeMiddle(mesh, 0)[1] - 200)).toBeLessThanOrEqual(opening / 2);
      const triangles = listEyeTriangles();
      for (let at = 0; at < triangles.length; at += 3) {
        expect(computeTurn(mesh, triangles.slice(at, at + 3))).toBeLessThan(1e-2);
      }
    }
  });
});

/** Creates two eyes as ellipses around (150, 200) and (350, 200). */
function makeEyes(opening: number): Float32Array {
  const mesh = new Float32Array(DRAWN_POINT_COUNT * 3);
  for (const [outline, x, side] of [
    [LEFT_EYE, 150, -1],
    [RIGHT_EYE, 350, 1],
  ] as const) {
    outline.forEach((point, index) => {
      const angle = (index / 16) * 2 * Math.PI;
      mesh[point * 3] = x + side * (WIDTH / 2) * Math.cos(angle);
      mesh[point * 3 + 1] = 200 - (opening / 2) * Math.sin(angle);
    });
  }
  return mesh;
}

/** Creates both irises, shifted from the centres of their eyes. */
function makeIrises(right: number, down: number): Float32Array {
  const around = [0, 0, 20, 0, 0, -20, -20, 0, 0, 20];
  const irises = new Float32Array(30);
  for (let point = 0; point < 10; point += 1) {
    irises[point * 3] = (point < 5 ? 150 : 350) + right + around[(point % 5) * 2]!;
    irises[point * 3 + 1] = 200 + down + around[(point % 5) * 2 + 1]!;
  }
  return irises;
}

function computeMiddle(mesh: Float32Array, eye: number): readonly [x: number, y: number] {
  const [first, second] = [0, 1].map((end) => (MESH_POINT_COUNT + eye * 2 + end) * 3);
  return [(mesh[first!]! + mesh[second!]!) / 2, (mesh[first! + 1]! + mesh[second! + 1]!) / 2];
}

/** Returns the signed area of a triangle: positive when its points run clockwise in the image. */
function computeTurn(mesh: Float32Array, [a, b, c]: readonly number[]): number {
  const [ax, ay] = [mesh[a! * 3]!, mesh[a! * 3 + 1]!];
  const [bx, by] = [mesh[b! * 3]!, mesh[b! * 3 + 1]!];
  const [cx, cy] = [mesh[c! * 3]!, mesh[c! * 3 + 1]!];
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
