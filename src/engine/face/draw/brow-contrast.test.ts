import { describe, expect, it } from 'vitest';
import { LEFT_BROW, LEFT_EYE, MESH_POINT_COUNT, RIGHT_BROW } from '../../track/mesh-points.ts';
import { createBrowMatch } from './brow-contrast.ts';

const BLACK = 16;
const SKIN = 116;

describe('brows', () => {
  it('that are pale get darker, as far as those of the target are', () => {
    expect(0.12 * match(0.12, 0.15).left).toBeCloseTo(0.15, 5);
    expect(match(0.12, 0.3).left).toBeGreaterThan(1.3);
    expect(match(0, 0.3).left).toBeLessThan(1.7);
  });

  it('have the same contrast beside any light of the skin around them', () => {
    expect(match(0.12, 0.15, { skin: 36 }).left).toBeCloseTo(match(0.12, 0.15).left, 5);
  });

  it('stay as they are where they are dark, or the target has paler ones', () => {
    expect(match(0.3, 0.5).left).toBe(1);
    expect(match(0.3, 0.1).left).toBe(1);
    expect(match(0.12, 0.05).left).toBe(1);
  });

  it('do not count where something hangs before them', () => {
    const target = shade(0.15, 0.15);
    const bare = new Float32Array(MESH_POINT_COUNT).fill(1);
    for (const point of LEFT_BROW) {
      target.luma[point] = 20;
      bare[point] = 0;
    }
    const brows = createBrowMatch(face);
    brows.setSource(shade(0.12, 0.12));
    expect(0.12 * brows.match({ ...target, bare })[LEFT_BROW[0]!]!).toBeCloseTo(0.15, 5);
  });

  it('of which one is black and one bleached come nearer to each other', () => {
    const brows = createBrowMatch(face);
    brows.setSource(shade(0.2, 0.4));
    const gains = brows.match(shade(0.2, 0.2));
    const [left, right] = [gains[LEFT_BROW[0]!]!, gains[RIGHT_BROW[0]!]!];
    expect((0.4 * right) / (0.2 * left)).toBeLessThan(1.5);
    expect(left).toBeGreaterThan(1.1);
    expect(right).toBeLessThan(0.9);
    brows.setSource(shade(0.3, 0.34));
    expect(brows.match(shade(0.2, 0.2))[RIGHT_BROW[0]!]).toBeCloseTo(1, 5);
  });

  it('end before the lids', () => {
    const brows = createBrowMatch(face);
    brows.setSource(shade(0.12, 0.12));
    const gains = brows.match(shade(0.15, 0.15));
    expect(LEFT_EYE.map((point) => gains[point])).toEqual(LEFT_EYE.map(() => 1));
  });
});

/** Returns the gains of brows with a contrast for a target with another contrast. */
function match(source: number, target: number, { skin = SKIN } = {}): { readonly left: number } {
  const brows = createBrowMatch(face);
  brows.setSource(shade(source, source));
  return { left: brows.match(shade(target, target, skin))[LEFT_BROW[0]!]! };
}

/** Returns a face whose brows have these contrasts with its skin. */
function shade(
  left: number,
  right: number,
  skin = SKIN,
): {
  readonly luma: Float32Array;
  readonly skin: Float32Array;
  readonly black: number;
} {
  const luma = new Float32Array(MESH_POINT_COUNT).fill(skin);
  for (const [points, contrast] of [
    [LEFT_BROW, left],
    [RIGHT_BROW, right],
  ] as const) {
    for (const point of points) {
      luma[point] = skin - contrast * (skin - BLACK);
    }
  }
  return { luma, skin: new Float32Array(MESH_POINT_COUNT).fill(skin), black: BLACK };
}

/** All points in the middle, apart from the brows at both sides and the left eye below its brow. */
const face = { texture: new Float32Array(MESH_POINT_COUNT * 2).fill(0.5) };
for (const [points, x, y] of [
  [LEFT_BROW, 0.3, 0.3],
  [RIGHT_BROW, 0.7, 0.3],
  [LEFT_EYE, 0.3, 0.35],
] as const) {
  for (const point of points) {
    face.texture.set([x, y], point * 2);
  }
}
