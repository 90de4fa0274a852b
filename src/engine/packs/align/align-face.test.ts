import { describe, expect, it } from 'vitest';
import { createRegion } from '../../pixels/region.ts';
import { LEFT_EYE, RIGHT_EYE } from '../../track/mesh-points.ts';
import type { TemplateName } from '../recognise/families.ts';
import { alignFace } from './align-face.ts';
import { templates } from './templates.ts';

/** Creates a mesh whose five points match a template in a rotated square. */
function placeOn(
  template: TemplateName,
  square: { readonly x: number; readonly y: number; readonly size: number; readonly turn: number },
): Float32Array {
  const mesh = new Float32Array(468 * 3);
  const { x, y, size, turn } = square;
  const points = [LEFT_EYE, RIGHT_EYE, [4], [61], [291]];
  points.forEach((numbers, index) => {
    const px = (templates[template][index * 2]! - 0.5) * size;
    const py = (templates[template][index * 2 + 1]! - 0.5) * size;
    for (const number of numbers) {
      mesh[number * 3] = x + px * Math.cos(turn) - py * Math.sin(turn);
      mesh[number * 3 + 1] = y + px * Math.sin(turn) + py * Math.cos(turn);
    }
  });
  return mesh;
}

describe('the square of an aligned face', () => {
  it.each([
    ['arcface_112_v1', 0],
    ['arcface_112_v2', 0.3],
    ['arcface_128', -2.2],
    ['ffhq_512', 3],
    ['mtcnn_512', 1.5],
  ] as const)('puts the five points where %s has them', (template, turn) => {
    const region = createRegion();
    alignFace(region, placeOn(template, { x: 431.5, y: 207.25, size: 190, turn }), template);
    expect(region.centreX).toBeCloseTo(431.5, 2);
    expect(region.centreY).toBeCloseTo(207.25, 2);
    expect(region.width).toBeCloseTo(190, 2);
    expect(region.height).toBe(region.width);
    expect(region.rotation).toBeCloseTo(turn, 4);
  });

  it('shows more around the face for models that want it', () => {
    const mesh = placeOn('arcface_112_v2', { x: 300, y: 200, size: 112, turn: 0 });
    const widths = (['arcface_112_v2', 'arcface_128', 'ffhq_512'] as const).map((template) => {
      const region = createRegion();
      alignFace(region, mesh, template);
      return region.width;
    });
    expect(widths[0]).toBeCloseTo(112, 3);
    expect(widths[1]).toBeCloseTo(128, 0);
    expect(widths[2]).toBeGreaterThan(135);
  });
});
