import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, LEFT_EYE, MESH_POINT_COUNT, RIGHT_BROW } from '../../track/mesh-points.ts';
import { browsOf, matchBrows, measureBrows } from './brow-contrast.ts';

const BLACK = 16;
const all = { black: BLACK, bare: null };

describe('brows', () => {
  it('are as dark as they are beside the light of the skin around them', () => {
    const [fair, dark] = [facing(176, 144), facing(56, 48)];
    expect(measureBrows(fair.luma, fair.skin, all)).toBeCloseTo(0.2, 5);
    expect(measureBrows(dark.luma, dark.skin, all)).toBeCloseTo(0.2, 5);
  });

  it('do not count where something hangs before them', () => {
    const { luma, skin } = facing(176, 144);
    const bare = new Float32Array(MESH_POINT_COUNT).fill(1);
    for (const point of LEFT_BROW) {
      luma[point] = 20;
      bare[point] = 0;
    }
    expect(measureBrows(luma, skin, { black: BLACK, bare })).toBeCloseTo(0.2, 5);
  });

  it('that are pale get darker, as far as those of the target are', () => {
    expect(0.12 * matchBrows(0.15, 0.12)).toBeCloseTo(0.15, 5);
    expect(matchBrows(0.3, 0.12)).toBeGreaterThan(1.3);
    const bare = facing(120, 120);
    expect(matchBrows(0.3, measureBrows(bare.luma, bare.skin, all))).toBeLessThan(1.7);
  });

  it('stay as they are where they are dark, or the target has paler ones', () => {
    expect(matchBrows(0.5, 0.3)).toBe(1);
    expect(matchBrows(0.1, 0.3)).toBe(1);
    expect(matchBrows(0.05, 0.12)).toBe(1);
  });

  it('end before the lids', () => {
    const brows = browsOf(face);
    expect(LEFT_BROW.map((point) => brows[point])).toEqual(LEFT_BROW.map(() => 1));
    expect(LEFT_EYE.map((point) => brows[point])).toEqual(LEFT_EYE.map(() => 0));
  });
});

function facing(skin: number, brow: number): { luma: Float32Array; skin: Float32Array } {
  const luma = new Float32Array(MESH_POINT_COUNT).fill(skin);
  for (const point of [...LEFT_BROW, ...RIGHT_BROW]) {
    luma[point] = brow;
  }
  return { luma, skin: new Float32Array(MESH_POINT_COUNT).fill(skin) };
}

const face: CanonicalFace = {
  positions: new Float32Array(0),
  texture: Float32Array.from({ length: MESH_POINT_COUNT * 2 }, (_, at) =>
    at % 2 === 0 ? 0.5 : LEFT_EYE.includes(at >> 1) ? 0.4 : 0.35,
  ),
  triangles: new Uint16Array(0),
  poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
};
