/**
 * Draws backgrounds, soft as behind a portrait lens, because blurred scenes need no drawn detail. The same scene and
 * size give the same pixels.
 */
import type { SceneName, StepColour } from '../../../instructions/step.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane, hashNoise } from '../raster/planes.ts';
import { createRaster, type Raster, readChannels } from '../raster/raster.ts';
import { resizeRaster } from '../raster/resize-raster.ts';
import { lerp } from './scene-colours.ts';
import { type LightField, type DrawnScene, createDrawnScene } from './scenes.ts';

/** Height in pixels at which a scene is drawn before it is resized. */
const DRAWN = 320;
const GRAIN = 2.2;

/** Draws a scene at the size of an image. */
export function drawScene(
  { width, height }: { readonly width: number; readonly height: number },
  name: SceneName,
  colour: StepColour | null = null,
): Raster {
  const scene = createDrawnScene(name, colour);
  const high = Math.min(DRAWN, height);
  const size = { width: Math.max(2, Math.round((high * width) / height)), height: high };
  const small = createRaster(size.width, size.height);
  paint(small, scene);
  const drawn = resizeRaster(small, { width, height });
  finish(drawn, scene.hasStars);
  return drawn;
}

function paint(raster: Raster, scene: DrawnScene): void {
  const { width, height, pixels } = raster;
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 4) {
      const [red, green, blue] = scene.ground((column - width / 2) / height, row / height);
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
    }
  }
  if (scene.blur > 0) {
    for (const [channel, plane] of readChannels(raster).entries()) {
      const soft = blurPlane(plane, width, scene.blur * height);
      for (let index = 0; index < soft.length; index += 1) {
        pixels[index * 4 + channel] = soft[index];
      }
    }
  }
  for (const [number, field] of scene.lights.entries()) {
    addLights(raster, field, number * 7919 + 11);
  }
}

/** Adds discs with a brighter rim, as lenses draw lights that are out of focus. */
function addLights({ width, height, pixels }: Raster, field: LightField, seed: number): void {
  // Wide images contain more lights.
  const count = Math.round(field.count * Math.max(1, width / height));
  for (let number = 0; number < count; number += 1) {
    const random = (part: number): number => hashNoise(seed + number * 5 + part, number, 0);
    const x = random(0) * width;
    const y = lerp(field.from, field.to, random(1)) * height;
    const radius = lerp(field.min, field.max, random(2) ** 1.6) * height;
    const colour = field.colours[Math.floor(random(3) * field.colours.length)] ?? [255, 255, 255];
    const weight = field.weight * (0.35 + 0.65 * random(4));
    const lastRow = Math.min(height, Math.ceil(y + radius + 1));
    const lastColumn = Math.min(width, Math.ceil(x + radius + 1));
    for (let row = Math.max(0, Math.floor(y - radius - 1)); row < lastRow; row += 1) {
      for (let column = Math.max(0, Math.floor(x - radius - 1)); column < lastColumn; column += 1) {
        const distance = Math.hypot(column - x, row - y);
        const inside = 1 - smoothstep(radius * 0.9 - 1, radius + 1, distance);
        if (inside > 0) {
          const rim = 0.7 + 0.3 * smoothstep(0.55, 0.95, distance / radius);
          const at = (row * width + column) * 4;
          for (let channel = 0; channel < 3; channel += 1) {
            const own = pixels[at + channel];
            pixels[at + channel] =
              own + ((255 - own) * colour[channel] * inside * rim * weight) / 255;
          }
        }
      }
    }
  }
}

/** Adds grain, which hides banding, and stars, which are points at any size. */
function finish({ width, height, pixels }: Raster, hasStars: boolean): void {
  for (let index = 0, at = 0; index < width * height; index += 1, at += 4) {
    const noise = (hashNoise(index, 3, 0) + hashNoise(index, 8, 0) - 1) * GRAIN;
    pixels[at] += noise;
    pixels[at + 1] += noise;
    pixels[at + 2] += noise;
  }
  if (!hasStars) {
    return;
  }
  const unit = height / 540;
  const count = Math.round((420 * width) / height);
  for (let number = 0; number < count; number += 1) {
    const x = hashNoise(number, 21, 0) * width;
    const y = hashNoise(number, 22, 0) * height;
    const light = hashNoise(number, 23, 0) ** 4;
    const radius = Math.max(0.7, (0.6 + 1.1 * light) * unit);
    const warmth = hashNoise(number, 24, 0);
    for (let row = Math.floor(y - radius * 2); row <= y + radius * 2; row += 1) {
      for (let column = Math.floor(x - radius * 2); column <= x + radius * 2; column += 1) {
        if (row >= 0 && column >= 0 && row < height && column < width) {
          const fall = Math.exp(-(((column - x) ** 2 + (row - y) ** 2) / (radius * radius)));
          const at = (row * width + column) * 4;
          const shine = (90 + 165 * light) * fall;
          pixels[at] += shine * (0.86 + 0.14 * warmth);
          pixels[at + 1] += shine * 0.92;
          pixels[at + 2] += shine * (1 - 0.16 * warmth);
        }
      }
    }
  }
}
