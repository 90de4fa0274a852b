import { beforeAll, describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { FACE_OVAL, FOREHEAD_TOP, LEFT_BROW, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createForeheadMatch, type ForeheadMatch } from './forehead-match.ts';
import { createSkinColours, createSkinField, type SkinColours } from './skin-field.ts';
import type { TextureLayout } from '../source/texture-layout.ts';

const SIZE = 256;
const light = { black: 16, reference: 120 };
/** Texture with points on a disc; brows at a third of its height, the outline around it. */
const texture = new Float32Array(MESH_POINT_COUNT * 2);
let layout: TextureLayout;
let match: ForeheadMatch;
let source: I420Frame;

beforeAll(() => {
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const distance = 0.4 * Math.sqrt(point / MESH_POINT_COUNT);
    texture[point * 2] = 0.5 + distance * Math.cos(point * 2.4);
    texture[point * 2 + 1] = 0.5 + distance * Math.sin(point * 2.4);
  }
  FACE_OVAL.forEach((point, index) => {
    const angle = (index / FACE_OVAL.length) * 2 * Math.PI;
    texture.set([0.5 + 0.45 * Math.sin(angle), 0.5 - 0.45 * Math.cos(angle)], point * 2);
  });
  LEFT_BROW.forEach((point, index) => texture.set([0.4 + index * 0.02, 0.35], point * 2));
  const points = texture.map((value) => value * SIZE);
  layout = { size: SIZE, points, triangles: new Uint16Array(0), drawn: new Uint16Array(0) };
  source = createI420Frame(SIZE, SIZE);
  // The upper edge is dark, as after an imprecise removal of hair.
  source.y.fill(150).fill(30, 0, SIZE * 0.0625 * source.strideY);
  source.u.fill(110);
  source.v.fill(150);
  const face = {
    texture,
    positions: new Float32Array(0),
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
  match = createForeheadMatch(layout, createSkinField(face));
  match.setSource(source, computeSkin(150, 110, 150));
});

describe('a forehead', () => {
  it('takes the colours of the target the higher, chroma sooner than luma', () => {
    const wanted = computeSkin(150, 110, 150);
    match.match({ shown: computeSkin(130, 120, 140), likeness: bare(1) }, light, wanted);
    const weights = Float32Array.from(wanted.y, (y) => (150 - y) / 20);
    const lightGain = (130 - light.black) / light.reference;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const height = match.height[point]!;
      // Chroma is compared under even light.
      const u = 128 + (120 - 128) / lightGain;
      expect(wanted.u[point]).toBeCloseTo(110 + height * (u - 110), 2);
      expect(weights[point]).toBeCloseTo(height ** 3, 2);
    }
    expect(match.height[FOREHEAD_TOP]).toBe(1);
    expect(match.height[LEFT_BROW[0]!]).toBe(0);
  });

  it('that is not bare stays that of the source', () => {
    const wanted = computeSkin(150, 110, 150);
    match.match({ shown: computeSkin(40, 126, 130), likeness: bare(0.3) }, light, wanted);
    expect(wanted).toEqual(computeSkin(150, 110, 150));
  });

  it("compensates the difference of the source's forehead from its smooth skin", () => {
    source.y.fill(170, SIZE * 0.0625 * source.strideY, SIZE * 0.2 * source.strideY);
    match.setSource(source, computeSkin(150, 110, 150));
    const wanted = computeSkin(150, 110, 150);
    match.match({ shown: computeSkin(130, 120, 140), likeness: bare(1) }, light, wanted);
    // The drawing is 20 brighter than `wanted`; the dark edge is not sampled.
    expect(wanted.y[FOREHEAD_TOP]).toBeCloseTo(110, 0);
  });
});

function computeSkin(y: number, u: number, v: number): SkinColours {
  const skin = createSkinColours();
  skin.y.fill(y);
  skin.u.fill(u);
  skin.v.fill(v);
  return skin;
}

function bare(likeness: number): Float32Array {
  return new Float32Array(MESH_POINT_COUNT).fill(likeness);
}
