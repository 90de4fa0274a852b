import { smoothstep } from '../../vision/math.ts';

/** Light of a studio wall at a place of the picture (0..1 across and down): more behind people than at its corners. */
export function studioLightAt(x: number, y: number): number {
  const distance = Math.hypot(x - 0.5, (y - 0.42) * 0.9);
  return 1.18 - 0.75 * smoothstep(0.1, 0.8, distance);
}
