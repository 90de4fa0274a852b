import { BRIDGE_REACH, NOSE_BRIDGE, readBridgeContrast } from '../../track/nose-bridge.ts';
import { mean } from '../../vision/math.ts';
import { pointOf, type TextureLayout } from './texture-layout.ts';

/** Half the width of the bridge, as a fraction of the texture. */
const BRIDGE_WIDTH = 0.012;
/**
 * Contrast of a line across the bridge above which a face wears glasses: bare noses reach 0.11, wrinkles 0.14, frames
 * 0.26 and more.
 */
const GLASSES = 0.24;

/** Returns whether a line crosses the bridge of the nose in a texture. `shade` is a plane of it. */
export function wearsGlasses(shade: Float32Array, layout: TextureLayout): boolean {
  const { size } = layout;
  const half = Math.max(1, Math.round(size * BRIDGE_WIDTH));
  const points = NOSE_BRIDGE.map((point) => pointOf(layout, point));
  const lights: number[] = [];
  points.slice(1).forEach(([toX, toY], index) => {
    const [fromX, fromY] = points[index];
    for (let row = Math.round(fromY); row < Math.round(toY); row += 1) {
      const column = Math.round(fromX + ((toX - fromX) * (row - fromY)) / (toY - fromY));
      const line = shade.subarray(row * size + column - half, row * size + column + half + 1);
      lights.push(mean(line));
    }
  });
  const reach = Math.max(1, Math.round(size * BRIDGE_REACH));
  return readBridgeContrast(lights, reach) > GLASSES;
}
