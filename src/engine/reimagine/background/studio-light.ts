import { smoothstep } from '../../vision/math.ts';

/** Returns the light of a studio wall at a position (0..1 across and down): more behind people than at the corners. */
export function studioLightAt(x: number, y: number): number {
  const distance = Math.hypot(x - 0.5, (y - 0.42) * 0.9);
  return 1.18 - 0.75 * smoothstep(0.1, 0.8, distance);
}
