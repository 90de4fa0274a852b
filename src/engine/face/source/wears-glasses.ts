import { mean } from '../../vision/math.ts';
import { pointOf, type TextureLayout } from './texture-layout.ts';

/** Down the bridge of the nose, from between the brows. */
const BRIDGE = [9, 8, 168, 6, 197, 195];
/** Half the width of the bridge, and distance over which a line on it is compared, as parts of the texture. */
const BRIDGE_WIDTH = 0.012;
const LINE = 0.016;
/** How hard a line crosses the bridge of a face with glasses: bare noses come to 0.11, wrinkles to 0.14, frames to 0.26 and more. */
const GLASSES = 0.24;
/** Light of the skin is taken for at least so much. */
const LEAST_LIGHT = 12;

/** Whether a line crosses the bridge of the nose in a texture. `shade` is a plane of it. */
export function wearsGlasses(shade: Float32Array, layout: TextureLayout): boolean {
  const { size } = layout;
  const half = Math.max(1, Math.round(size * BRIDGE_WIDTH));
  const points = BRIDGE.map((point) => pointOf(layout, point));
  const lights: number[] = [];
  points.slice(1).forEach(([toX, toY], index) => {
    const [fromX, fromY] = points[index];
    for (let row = Math.round(fromY); row < Math.round(toY); row += 1) {
      const column = Math.round(fromX + ((toX - fromX) * (row - fromY)) / (toY - fromY));
      const line = shade.subarray(row * size + column - half, row * size + column + half + 1);
      lights.push(mean(line));
    }
  });
  const reach = Math.max(1, Math.round(size * LINE));
  const lines = lights
    .slice(reach, -reach)
    .map((light, at) => Math.abs(light - (lights[at] + lights[at + 2 * reach]) / 2));
  const middle = mean(lights);
  return Math.max(0, ...lines) / Math.max(LEAST_LIGHT, middle) > GLASSES;
}
