/**
 * Evens hard light in the philtrum. A lamp above one side fills this groove with shade and lights its ridge, which
 * other light turns into a dark spot and a pale one below the nose, in a moustache into a hole. By nature the groove is
 * hardly darker than the skin or the moustache on both sides of it.
 */
import { clamp, smoothstep } from '../../vision/math.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { toPoint, type TextureLayout } from './texture-layout.ts';

/** Lower end of the nose, and the middle of the upper edge of the lips. */
const NOSE_END = 2;
const LIP_TOP = 0;
/**
 * Distances from the middle, as fractions of the texture: up to the first the philtrum is evened, at the second no
 * more; between the third and the fourth is what it is compared with.
 */
const GROOVE = [0.022, 0.036] as const;
const BESIDE = [0.034, 0.062] as const;
/** Fraction of the height over which the evening begins below the nose, and ends above the lips. */
const ENDS = 0.2;
/** Usual light of the groove relative to what is beside it, and the fraction of an excess that stays. */
const USUAL = [0.75, 1.35] as const;
const KEPT = 0.2;

/** Evens the philtrum of a texture. Changes the planes. */
export function evenPhiltrum({ red, green, blue }: ColourPlanes, layout: TextureLayout): void {
  const { size } = layout;
  const [, top] = toPoint(layout, NOSE_END);
  const [middle, bottom] = toPoint(layout, LIP_TOP);
  const reach = GROOVE[1] * size;
  const planes = [red, green, blue];
  for (let row = Math.ceil(top); row < bottom; row += 1) {
    const down = (row - top) / (bottom - top);
    const within = smoothstep(0, ENDS, down) * (1 - smoothstep(1 - ENDS, 1, down));
    const beside = planes.map((plane) => averageBeside(plane, row, middle, size));
    const light = sumOf(beside);
    for (let column = Math.ceil(middle - reach); column < middle + reach; column += 1) {
      const index = row * size + column;
      const near = 1 - smoothstep(GROOVE[0] * size, reach, Math.abs(column - middle));
      const ratio = sumOf(planes.map((plane) => plane[index])) / Math.max(1, light);
      const usual = clamp(ratio, ...USUAL);
      const weight = near * within * (ratio === usual ? 0 : 1);
      for (const [channel, plane] of planes.entries()) {
        // Deep shade has no colour of its own that light would show.
        const even = ratio < usual ? beside[channel] * usual : (plane[index] * usual) / ratio;
        plane[index] += (even - plane[index]) * weight * (1 - KEPT);
      }
    }
  }
}

/** Returns the mean of a plane on both sides of the philtrum in a row. */
function averageBeside(plane: Float32Array, row: number, middle: number, size: number): number {
  let sum = 0;
  let count = 0;
  for (let away = Math.round(BESIDE[0] * size); away <= BESIDE[1] * size; away += 1) {
    const at = row * size + Math.round(middle);
    sum += plane[at - away] + plane[at + away];
    count += 2;
  }
  return sum / count;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
