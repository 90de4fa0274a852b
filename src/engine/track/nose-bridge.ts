import { mean } from '../vision/math.ts';

/** Points of a mesh down the bridge of the nose, from between the brows. */
export const NOSE_BRIDGE = [9, 8, 168, 6, 197, 195] as const;
/** Distance over which a line on it is compared, as a part of the width of the face. */
export const BRIDGE_REACH = 0.016;
/** The light is taken for at least so much, of 255. */
const LEAST_LIGHT = 12;

/**
 * How hard the hardest line crosses the bridge of a nose, by the mean light there: frames of glasses. `lights` are values of
 * 0..255 down the bridge at equal steps, of which {@link BRIDGE_REACH} is `reach`.
 */
export function readBridgeContrast(lights: readonly number[], reach: number): number {
  const lines = lights
    .slice(reach, -reach)
    .map((light, at) => Math.abs(light - (lights[at] + lights[at + 2 * reach]) / 2));
  return Math.max(0, ...lines) / Math.max(LEAST_LIGHT, lights.length === 0 ? 0 : mean(lights));
}
