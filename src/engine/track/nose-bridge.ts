import { mean } from '../vision/math.ts';

/** Mesh points down the bridge of the nose, from between the brows. */
export const NOSE_BRIDGE = [9, 8, 168, 6, 197, 195] as const;
/** Distance over which a line on it is compared, as a fraction of the face width. */
export const BRIDGE_REACH = 0.016;
/** Minimum of the light, of 255. */
const MIN_LIGHT = 12;

/**
 * Returns the contrast of the strongest line across the bridge of a nose, relative to the mean light there; it shows
 * frames of glasses. `lights` are values of 0..255 down the bridge at equal steps, of which {@link BRIDGE_REACH} is
 * `reach`.
 */
export function readBridgeContrast(lights: readonly number[], reach: number): number {
  const lines = lights
    .slice(reach, -reach)
    .map((light, at) => Math.abs(light - (lights[at] + lights[at + 2 * reach]) / 2));
  return Math.max(0, ...lines) / Math.max(MIN_LIGHT, lights.length === 0 ? 0 : mean(lights));
}
