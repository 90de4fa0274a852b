/**
 * Fills the slit between the lips of a texture, which no triangle covers, with the lips on both sides of it. The skin
 * that other gaps are filled with would be a light line along the inner edge of lips that open.
 */
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** Fills undrawn pixels of the lips, where `facing` is 0. Changes the planes. */
export function fillParting(
  { red, green, blue }: ColourPlanes,
  facing: Float32Array,
  layout: TextureLayout,
): void {
  const { size } = layout;
  const lips = new Float32Array(size * size);
  fillOutline(lips, layout, { outline: LIPS_OUTER, value: 1 });
  const isSlit = (index: number): boolean => lips[index] > 0 && facing[index] === 0;
  for (let index = 0; index < lips.length; index += 1) {
    // Rows above are filled before.
    if (isSlit(index)) {
      const above = index - size;
      let below = index + size;
      while (isSlit(below)) {
        below += size;
      }
      const part = size / (below - above);
      for (const plane of [red, green, blue]) {
        plane[index] = plane[above] + (plane[below] - plane[above]) * part;
      }
    }
  }
}
