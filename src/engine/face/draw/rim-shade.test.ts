import { expect, it } from 'vitest';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createRimShade } from './rim-shade.ts';

const BLACK = 16;
const count = FACE_OVAL.length;
/** Points within the face, as many as on the outline, with a strip of triangles between both rings. */
const oval = new Set<number>(FACE_OVAL);
const ring = Array.from({ length: MESH_POINT_COUNT }, (_, point) => point)
  .filter((point) => !oval.has(point))
  .slice(0, count);
const triangles = Uint16Array.from(
  FACE_OVAL.flatMap((point, index) => {
    const after = (index + 1) % count;
    return [point, FACE_OVAL[after]!, ring[index]!, FACE_OVAL[after]!, ring[after]!, ring[index]!];
  }),
);
const face = {
  texture: new Float32Array(MESH_POINT_COUNT * 2),
  positions: new Float32Array(0),
  triangles,
  poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
};
const none = new Float32Array(MESH_POINT_COUNT);
const gain = new Float32Array(MESH_POINT_COUNT).fill(0.5);

it('lets the outline get as dark as that of the target, and never brighter', () => {
  expect(toOutline({ shown: makeLuma(116, 96), wanted: makeLuma(116, 116) })).toBeCloseTo(96, 3);
  expect(toOutline({ shown: makeLuma(116, 96), wanted: makeLuma(116, 90) })).toBe(90);
  expect(toOutline({ shown: makeLuma(96, 96), wanted: makeLuma(116, 116) })).toBe(116);
});

it('removes an outline brighter than the face within it, even beside a bright background', () => {
  const wanted = makeLuma(116, 150);
  expect(toOutline({ shown: makeLuma(116, 116), wanted })).toBeCloseTo(116, 3);
  expect(toOutline({ shown: makeLuma(116, 235), wanted: makeLuma(116, 150) })).toBeCloseTo(126, 3);
});

it('does not follow black hair all the way, and leaves foreheads alone', () => {
  const shown = makeLuma(116, 16);
  expect(toOutline({ shown, wanted: makeLuma(116, 116) })).toBeCloseTo(76, 3);
  const forehead = new Float32Array(MESH_POINT_COUNT).fill(1);
  expect(toOutline({ shown, wanted: makeLuma(116, 116), forehead })).toBe(116);
});

it('counts the shade of the source within the outline as drawn, at the gain of its contrast', () => {
  const shown = makeLuma(116, 116);
  // Drawn within the outline: 116 - 0.5 * 20.
  expect(toOutline({ shown, wanted: makeLuma(116, 116), source: makeLuma(80, 100) })).toBeCloseTo(
    106,
    3,
  );
});

it('leaves faces turned far aside alone', () => {
  const seen = { shown: makeLuma(116, 96), wanted: makeLuma(116, 116) };
  expect(toOutline({ ...seen, yaw: -0.8 })).toBe(116);
  expect(toOutline({ ...seen, yaw: 0.3 })).toBeCloseTo(96, 3);
});

/** Returns the wanted luma of the whole outline after the limit, for a source with smooth skin of luma 100. */
function toOutline({
  shown,
  wanted,
  forehead = none,
  source = makeLuma(100, 100),
  yaw = 0,
}: {
  readonly shown: Float32Array;
  readonly wanted: Float32Array;
  readonly forehead?: Float32Array;
  readonly source?: Float32Array;
  readonly yaw?: number;
}): number {
  const within = ring.map((point) => wanted[point]);
  const shade = createRimShade(face, forehead);
  shade.setSource(source, makeLuma(100, 100));
  shade.limit({ black: BLACK, shown, gain, yaw }, wanted);
  expect(ring.map((point) => wanted[point])).toEqual(within);
  const [first] = FACE_OVAL;
  expect(new Set(FACE_OVAL.map((point) => wanted[point])).size).toBe(1);
  return wanted[first!]!;
}

/** Returns a face of two values of luma. */
function makeLuma(within: number, outline: number): Float32Array {
  const luma = new Float32Array(MESH_POINT_COUNT).fill(within);
  for (const point of FACE_OVAL) {
    luma[point] = outline;
  }
  return luma;
}
