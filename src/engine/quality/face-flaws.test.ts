import { expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../pixels/frame.ts';
import { MESH_POINT_COUNT } from '../track/mesh-points.ts';
import {
  measureBridge,
  measureCheekDifference,
  measureEyeOffset,
  measureForehead,
  measureForeheadShade,
  measureTurn,
} from './face-flaws.ts';

const SIDE = 100;

/** Creates a flat face with cheeks left and right of the middle and the forehead above. */
function makeMesh(): Float32Array {
  const mesh = new Float32Array(MESH_POINT_COUNT * 3);
  const put = (points: readonly number[], x: number, y: number): void => {
    for (const point of points) {
      mesh.set([x, y, 0], point * 3);
    }
  };
  put([...Array.from({ length: MESH_POINT_COUNT }).keys()], 50, 50);
  put([36, 50, 100, 101, 111, 116, 117, 118, 119, 120, 123, 147, 187, 203, 205, 206, 207], 30, 60);
  put(
    [266, 280, 329, 330, 340, 345, 346, 347, 348, 349, 352, 376, 411, 423, 425, 426, 427],
    70,
    60,
  );
  put([68, 69, 104, 108, 151, 298, 299, 333, 337], 50, 20);
  put([234], 10, 50);
  put([454], 90, 50);
  put([10], 50, 5);
  put([152], 50, 95);
  return mesh;
}

function makeFrame(lumaOf: (x: number, y: number) => number): I420Frame {
  const frame = createI420Frame(SIDE, SIDE, { matrix: 'bt601', isFullRange: true });
  frame.y.forEach((_, at) => (frame.y[at] = lumaOf(at % SIDE, Math.floor(at / SIDE))));
  return frame;
}

it('tells how far a face looks another way, and does not mind its tilt', () => {
  const mesh = makeMesh();
  expect(measureTurn(mesh, mesh)).toBe(0);
  const turned = mesh.slice();
  turned[454 * 3 + 2] = 80;
  expect(measureTurn(mesh, turned)).toBeCloseTo(45);
  const tilted = mesh.slice();
  tilted[454 * 3 + 1] = 70;
  tilted[234 * 3 + 1] = 30;
  expect(measureTurn(mesh, tilted)).toBeCloseTo(0);
});

it('tells cheeks of different light and a forehead in the shade', () => {
  const mesh = makeMesh();
  const even = makeFrame(() => 120);
  expect(measureCheekDifference(even, mesh)).toBe(0);
  expect(measureForeheadShade(even, mesh)).toBe(0);
  expect(measureForehead(even, mesh)).toBe(0);
  const half = makeFrame((x) => (x < 50 ? 150 : 50));
  expect(measureCheekDifference(half, mesh)).toBeCloseTo(1);
  const capped = makeFrame((_, y) => (y < 40 ? 60 : 120));
  expect(measureForeheadShade(capped, mesh)).toBe(1);
  expect(measureForehead(capped, mesh)).toBe(0);
  const striped = makeFrame((x, y) => (y < 40 && x < 51 ? 60 : 120));
  expect(measureForehead(striped, mesh)).toBeCloseTo(0.5);
});

it('measures eyes that moved by the width of the face', () => {
  const mesh = makeMesh();
  const moved = mesh.map((value, at) => (at % 3 === 0 ? value + 8 : value));
  expect(measureEyeOffset(mesh, moved)).toBeCloseTo(0.1);
});

it('tells frames across the bridge of the nose from its shade', () => {
  const mesh = makeMesh();
  [9, 8, 168, 6, 197, 195].forEach((point, index) => {
    mesh.set([50, 30 + index * 5], point * 3);
  });
  const shaded = makeFrame((_, y) => 60 + y);
  const framed = makeFrame((_, y) => (y === 42 ? 20 : 60 + y));
  expect(measureBridge(shaded, mesh)).toBeLessThan(0.03);
  expect(measureBridge(framed, mesh)).toBeGreaterThan(0.4);
});
