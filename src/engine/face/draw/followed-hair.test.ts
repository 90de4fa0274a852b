import { expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { createFollowedHair } from './followed-hair.ts';
import { createSkinColours } from './skin-field.ts';

const HAIR = 20;
const SKIN = 140;
const MIXED = 80;
const RINGS = 5;
const MOUTH_HEIGHT = 0.6;
const NOSE_HEIGHT = 0.5;
const count = FACE_OVAL.length;
/** Position of a temple in a ring, whose first point is the top. */
const TEMPLE = count / 6;
const features = new Set<number>(
  [FACE_OVAL, LEFT_BROW, LEFT_EYE, LIPS_OUTER, NOSE, RIGHT_BROW, RIGHT_EYE].flatMap((points) => [
    ...points,
  ]),
);
const others = Array.from({ length: MESH_POINT_COUNT }, (_, point) => point).filter(
  (point) => !features.has(point),
);
/** Rings of points from the outline inwards; everything else is in the middle. */
const rings = Array.from({ length: RINGS }, (_, ring) =>
  ring === 0 ? [...FACE_OVAL] : others.slice((ring - 1) * count, ring * count),
);
const face = makeFace();

it('follows hair inwards as far as it hides points', () => {
  const { hidden } = follow({ bare: [0, 0, 0, 1, 1] });
  expect(rings.map((ring) => hidden[ring[TEMPLE]!]! > 0.9)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('starts at the outline: shade inside of bare skin is no hair', () => {
  const { hidden } = follow({ bare: [1, 1, 0, 1, 1] });
  expect(Math.max(...hidden)).toBe(0);
});

it('takes the colour of hair from outside where pixels are a mixture, except within the rim', () => {
  const bare = [0, 0, 0, 1, 1];
  expect(follow({ bare }).front.y[rings[2]![TEMPLE]!]).toBeCloseTo(HAIR, 3);
  expect(follow({ bare, zone: 1 }).front.y[rings[2]![TEMPLE]!]).toBe(MIXED);
});

it('takes dark shade further inside at the chin and the jaw for no hair', () => {
  const { hidden } = follow({ bare: [0, 0, 0, 0, 1] });
  const low = rings[3]!.filter((point) => face.texture[point * 2 + 1]! > MOUTH_HEIGHT);
  expect(low.length).toBeGreaterThan(count / 4);
  expect(Math.max(...low.map((point) => hidden[point]!))).toBe(0);
  expect(hidden[rings[3]![TEMPLE]!]!).toBeGreaterThan(0.9);
});

/** Follows hair; `bare` is the certainty of skin per ring. */
function follow({
  bare,
  zone = 0,
}: {
  readonly bare: readonly number[];
  readonly zone?: number;
}): ReturnType<typeof createFollowedHair> {
  const colours = {
    bare: new Float32Array(MESH_POINT_COUNT).fill(1),
    occluded: new Float32Array(MESH_POINT_COUNT),
    front: createSkinColours(),
  };
  colours.front.y.fill(SKIN);
  for (const [ring, points] of rings.entries()) {
    for (const point of points) {
      colours.bare[point] = bare[ring]!;
      colours.front.y[point] = ring === 2 ? MIXED : HAIR;
    }
  }
  const hair = createFollowedHair(face);
  hair.follow(colours, new Float32Array(MESH_POINT_COUNT).fill(zone));
  return hair;
}

function makeFace(): CanonicalFace {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.5);
  for (const [points, height] of [
    [NOSE, NOSE_HEIGHT],
    [LIPS_OUTER, MOUTH_HEIGHT],
  ] as const) {
    points.forEach((point) => (texture[point * 2 + 1] = height));
  }
  const triangles: number[] = [];
  for (const [ring, points] of rings.entries()) {
    for (const [index, point] of points.entries()) {
      const angle = 2 * Math.PI * (index / count - 1 / 4);
      const radius = 0.5 - 0.04 * ring;
      texture[point * 2] = 0.5 + radius * Math.cos(angle);
      texture[point * 2 + 1] = 0.5 + radius * Math.sin(angle);
      const inner = rings[ring + 1];
      if (inner !== undefined) {
        const after = (index + 1) % count;
        triangles.push(point, points[after]!, inner[index]!);
        triangles.push(points[after]!, inner[after]!, inner[index]!);
      }
    }
  }
  return {
    texture,
    positions: new Float32Array(0),
    triangles: Uint16Array.from(triangles),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}
