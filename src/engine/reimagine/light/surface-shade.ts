import { smoothstep } from '../../vision/math.ts';
import type { LightSide } from '../../../instructions/step.ts';
import type { FloatPlane } from '../raster/raster.ts';
import type { SurfaceNormals } from './surface-normals.ts';

/** Directions of lamps, seen from the person: right, down and to the viewer. */
const DIRECTIONS: Readonly<Record<LightSide, readonly [number, number, number]>> = {
  left: [-1, -0.35, 0.55],
  right: [1, -0.35, 0.55],
  top: [0, -1, 0.5],
  bottom: [0, 1, 0.5],
  front: [0, -0.1, 1],
};

/** Person matte and surface normals, at any size. */
export interface LitSurface {
  readonly width: number;
  readonly person: FloatPlane;
  readonly normals: SurfaceNormals;
}

/** Light of a lamp on every pixel, and its mean on people. */
export interface SurfaceShade {
  readonly values: FloatPlane;
  readonly mean: number;
}

/** Person matte up to which the surface is partly that of a wall. */
const WALL = 0.3;

/** Computes the shading of people, and of a wall behind them, by a lamp at a side. */
export function shadeSurface(
  { width, person, normals }: LitSurface,
  side: LightSide,
): SurfaceShade {
  const direction = DIRECTIONS[side];
  const length = Math.hypot(...direction);
  const [lampX, lampY, lampZ] = direction.map((value) => value / length);
  let middleX = 0;
  let middleY = 0;
  let count = 1e-6;
  let left = width;
  let right = 0;
  for (let index = 0; index < person.length; index += 7) {
    if (person[index] > 0.5) {
      const column = index % width;
      middleX += column;
      middleY += Math.floor(index / width);
      count += 1;
      left = Math.min(left, column);
      right = Math.max(right, column);
    }
  }
  middleX /= count;
  middleY /= count;
  const reach = Math.max(40, right - left);
  const shade = new Float32Array(person.length);
  let sum = 0;
  let total = 1e-6;
  for (let index = 0; index < shade.length; index += 1) {
    const own = normals.x[index] * lampX + normals.y[index] * lampY + normals.z[index] * lampZ;
    // Behind people is a wall, without the roundness of those before it.
    const facing = lampZ + (own - lampZ) * smoothstep(0, WALL, person[index]);
    // A lamp has a position: surfaces nearer to it receive more light.
    const x = (index % width) - middleX;
    const y = Math.floor(index / width) - middleY;
    const near = (x * lampX + y * lampY) / reach;
    shade[index] = Math.max(0, facing * 0.9 + 0.1) ** 1.3 * Math.exp(near * 1.1);
    sum += shade[index] * person[index];
    total += person[index];
  }
  return { values: shade, mean: Math.max(1e-3, sum / total) };
}

/**
 * Fractions of the previous frame's light that stay: otherwise its mean on people would pulse, and its areas would
 * jitter with the mesh.
 */
const MEAN_HELD = 0.85;
const SHADE_HELD = 0.5;

/** Smooths the light over time with that of the previous frame; changes `shade` in place. */
export function holdShade(shade: SurfaceShade, before: SurfaceShade | undefined): SurfaceShade {
  if (before?.values.length !== shade.values.length) {
    return shade;
  }
  const { values } = shade;
  for (let index = 0; index < values.length; index += 1) {
    values[index] += (before.values[index] - values[index]) * SHADE_HELD;
  }
  return { values, mean: shade.mean + (before.mean - shade.mean) * MEAN_HELD };
}
