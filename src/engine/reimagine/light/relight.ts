import { smoothstep, softClamp } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import { type Raster, readLuminance } from '../raster/raster.ts';
import type { LightSide, StepColour } from '../../../instructions/step.ts';
import type { SurfaceNormals } from './surface-normals.ts';

/** A lamp that people are lit with. */
export interface Lamp {
  readonly side: LightSide;
  readonly colour: StepColour;
  /** How much of the light is the lamp's, 0..1. */
  readonly strength: number;
  /** How much darker their surroundings become, 0..1. */
  readonly dimming: number;
}

/** Where lamps stand, seen from the person: right, down and to the viewer. */
const DIRECTIONS: Readonly<Record<LightSide, readonly [number, number, number]>> = {
  left: [-1, -0.35, 0.55],
  right: [1, -0.35, 0.55],
  top: [0, -1, 0.5],
  bottom: [0, 1, 0.5],
  front: [0, -0.1, 1],
};
const GAMMA = 2.2;
/** From this gain on more light comes softly, up to so much more: faces would have no texture left. */
const STRONG = 1.2;
const STRONGER = 0.7;
/** From this light on white comes softly. */
const SHOULDER = 0.7;

/** Lights people from a side: a ratio of light, so texture stays, and so does the mean light of people. */
export function relight(
  { width, pixels }: Raster,
  person: Float32Array,
  { normals, lamp }: { readonly normals: SurfaceNormals; readonly lamp: Lamp },
): void {
  const { shade, mean } = shadePeople(width, person, { normals, side: lamp.side });
  const { strength, colour, dimming } = lamp;
  const linear = Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** GAMMA);
  const display = Uint8ClampedArray.from(
    { length: 4097 },
    (_, step) => softenLight(2 * (step / 4096) ** 2) ** (1 / GAMMA) * 255,
  );
  const ambient = 1 - 0.82 * strength;
  for (let index = 0, at = 0; index < person.length; index += 1, at += 4) {
    const weight = person[index];
    const gain = ambient + (shade[index] / mean) * strength * 1.05;
    const bounded = gain <= STRONG ? gain : STRONG + softClamp(gain - STRONG, STRONGER);
    const key = bounded - ambient;
    for (let channel = 0; channel < 3; channel += 1) {
      const light = linear[pixels[at + channel]];
      const lit = light * (ambient + (key * colour[channel]) / 255);
      const mixed = lit * weight + light * (1 - dimming * strength) * (1 - weight);
      pixels[at + channel] = display[Math.round(Math.sqrt(Math.min(2, mixed) / 2) * 4096)];
    }
  }
}

/** Light up to twice as much as white, below white. */
function softenLight(light: number): number {
  const over = light - SHOULDER;
  return over <= 0 ? light : SHOULDER + (1 - Math.exp(-over / 0.3)) * 0.3;
}

/** How much of a lamp's light falls on every pixel, and its mean on people. */
function shadePeople(
  width: number,
  person: Float32Array,
  { normals, side }: { readonly normals: SurfaceNormals; readonly side: LightSide },
): { readonly shade: Float32Array; readonly mean: number } {
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
    if (person[index] <= 0) {
      continue;
    }
    const facing = normals.x[index] * lampX + normals.y[index] * lampY + normals.z[index] * lampZ;
    // A lamp stands somewhere: what is nearer to it has more of its light.
    const x = (index % width) - middleX;
    const y = Math.floor(index / width) - middleY;
    const near = (x * lampX + y * lampY) / reach;
    shade[index] = Math.max(0, facing * 0.9 + 0.1) ** 1.3 * Math.exp(near * 1.1);
    sum += shade[index] * person[index];
    total += person[index];
  }
  return { shade, mean: Math.max(1e-3, sum / total) };
}

/** A glow from a side of the picture, and what it blooms over. */
export function addGlow(
  raster: Raster,
  {
    side,
    colour,
    amount,
  }: { readonly side: 'left' | 'right'; readonly colour: StepColour; readonly amount: number },
): void {
  const { width, height, pixels } = raster;
  const bright = readLuminance(raster).map((value) => smoothstep(0.6, 1, value));
  const bloom = blurPlane(bright, width, Math.max(width, height) / 30);
  const from = side === 'right' ? 1.02 : -0.02;
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      const distance = Math.hypot((column / width - from) * 1.1, row / height - 0.18);
      const weight = amount * (0.42 * Math.exp(-distance * distance * 3.2) + 0.25 * bloom[index]);
      for (let channel = 0; channel < 3; channel += 1) {
        const at = index * 4 + channel;
        pixels[at] = 255 - (255 - pixels[at]) * (1 - (weight * colour[channel]) / 255);
      }
    }
  }
}
