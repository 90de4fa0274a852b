/** Colours and noise that scenes are drawn with. */
import { clamp, smoothstep } from '../../vision/math.ts';
import { hashNoise } from '../raster/planes.ts';

/** A colour, 0..255 each. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Interpolates linearly between two numbers. */
export function lerp(from: number, to: number, place: number): number {
  return from + (to - from) * place;
}

/** Smooth noise, 0..1. */
export function noiseAt(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [smoothstep(0, 1, x - left), smoothstep(0, 1, y - top)];
  const at = (column: number, row: number): number => hashNoise(column * 131 + seed, row, 0);
  return lerp(
    lerp(at(left, top), at(left + 1, top), across),
    lerp(at(left, top + 1), at(left + 1, top + 1), across),
    down,
  );
}

/** Noise of several sizes, 0..1, as clouds have it. */
export function cloudAt(x: number, y: number, seed: number): number {
  let [sum, weight, total] = [0, 1, 0];
  for (let octave = 0; octave < 5; octave += 1) {
    sum += weight * noiseAt(x * 2 ** octave, y * 2 ** octave, seed + octave * 17);
    total += weight;
    weight *= 0.5;
  }
  return sum / total;
}

/** Interpolates linearly between two colours. */
export function mix(a: Colour, b: Colour, t: number): Colour {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)];
}

/** Samples a ramp of colours, each with its position. */
export function rampAt(ramp: readonly (readonly [number, Colour])[], place: number): Colour {
  const next = ramp.findIndex(([at]) => at >= place);
  const [to, after] = ramp[next < 0 ? ramp.length - 1 : next] ?? [1, [0, 0, 0]];
  const [from, before] = ramp[Math.max(0, (next < 0 ? ramp.length : next) - 1)] ?? [0, [0, 0, 0]];
  return to === from ? after : mix(before, after, clamp((place - from) / (to - from), 0, 1));
}
