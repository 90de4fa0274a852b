/**
 * Draws rain, snow and fog. Rain and snow are numbered particles at three depths whose positions depend on the time
 * alone: the same in every run, and smooth between frames. The farthest ones fall behind people.
 */
import { smoothstep } from '../../vision/math.ts';
import { overcast } from '../colour/colour-function.ts';
import { applyColourTable, bakeColourTable, type ColourTable } from '../colour/colour-table.ts';
import { listGradeFunctions } from '../colour/grades.ts';
import { hashNoise } from '../raster/planes.ts';
import type { Raster } from '../raster/raster.ts';

/** Kind of weather, its strength (0..1) and its time. */
export interface Weather {
  readonly weather: 'rain' | 'snow' | 'fog';
  readonly amount: number;
  readonly seconds: number;
}

/** Adds weather; rain and snow also take the light of their sky. */
export function addWeather(
  raster: Raster,
  person: Float32Array,
  { weather, amount, seconds }: Weather,
): void {
  if (weather === 'fog') {
    addFog(raster, person, { amount: 0.5 + amount, seconds });
    return;
  }
  applyColourTable(raster, findSky(weather), null);
  addFog(raster, person, { amount: weather === 'rain' ? 0.22 : 0.3, seconds });
  addParticles(raster, person, { weather, amount, seconds });
}

/** Dimming of a bright sky, before which no drop is seen otherwise. */
const DIMMED = 0.3;

const skies = new Map<Weather['weather'], ColourTable>();

/** Returns the colour table of a sky, cached because it is the same in every frame. */
function findSky(weather: 'rain' | 'snow'): ColourTable {
  const known = skies.get(weather);
  if (known !== undefined) {
    return known;
  }
  const functions =
    weather === 'rain'
      ? [
          ...listGradeFunctions('less_saturated', 0.45),
          ...listGradeFunctions('cooler', 0.4),
          ...listGradeFunctions('darker', 0.35),
          overcast(DIMMED),
        ]
      : [
          ...listGradeFunctions('cooler', 0.3),
          ...listGradeFunctions('brighter', 0.2),
          ...listGradeFunctions('less_saturated', 0.25),
        ];
  const sky = bakeColourTable(functions);
  skies.set(weather, sky);
  return sky;
}

const FOG = [206, 211, 216] as const;
/** Cell size of fog in pixels; fog is interpolated between the corners of cells because it has no detail. */
const FOG_STEP = 8;

function addFog(
  { width, height, pixels }: Raster,
  person: Float32Array,
  { amount, seconds }: { readonly amount: number; readonly seconds: number },
): void {
  const columns = Math.ceil(width / FOG_STEP) + 1;
  const rows = Math.ceil(height / FOG_STEP) + 1;
  const banks = new Float32Array(columns * rows);
  for (let index = 0; index < banks.length; index += 1) {
    const x = ((index % columns) * FOG_STEP * 3) / width + seconds * 0.05;
    const y = (Math.floor(index / columns) * FOG_STEP * 3) / height;
    banks[index] =
      0.5 * readNoise(x, y) +
      0.3 * readNoise(x * 2.1 + 7, y * 2.3) +
      0.2 * readNoise(x * 4.3, y * 4.1 + 3);
  }
  for (let row = 0, index = 0; row < height; row += 1) {
    // The ground comes nearer towards the lower edge; people stand before it.
    const ground = 1 - 0.45 * smoothstep(0.35, 1, row / height);
    const top = Math.floor(row / FOG_STEP) * columns;
    const down = (row % FOG_STEP) / FOG_STEP;
    for (let column = 0; column < width; column += 1, index += 1) {
      const at = top + Math.floor(column / FOG_STEP);
      const across = (column % FOG_STEP) / FOG_STEP;
      const upper = banks[at] + (banks[at + 1] - banks[at]) * across;
      const lower = banks[at + columns] + (banks[at + columns + 1] - banks[at + columns]) * across;
      const bank = upper + (lower - upper) * down;
      const distance = ground + (0.2 - ground) * person[index];
      const weight = 1 - Math.exp(-distance * amount * (0.9 + 1.3 * bank) * 1.35);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = pixels[index * 4 + channel];
        pixels[index * 4 + channel] = value + (FOG[channel] - value) * weight;
      }
    }
  }
}

function readNoise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = smoothstep(0, 1, x - left);
  const down = smoothstep(0, 1, y - top);
  const upper = hashNoise(left, top, 0) * (1 - across) + hashNoise(left + 1, top, 0) * across;
  const lower =
    hashNoise(left, top + 1, 0) * (1 - across) + hashNoise(left + 1, top + 1, 0) * across;
  return upper * (1 - down) + lower * down;
}

interface Layer {
  /** Nearness, which sets size and speed. */
  readonly near: number;
  readonly count: number;
  readonly isBehind: boolean;
}

const LAYERS: Readonly<Record<'rain' | 'snow', readonly Layer[]>> = {
  rain: [
    { near: 0.5, count: 620, isBehind: true },
    { near: 0.9, count: 300, isBehind: false },
    { near: 1.9, count: 60, isBehind: false },
  ],
  snow: [
    { near: 0.5, count: 700, isBehind: true },
    // Flakes of this size look like spots on a face: few of them are in front of people.
    { near: 1, count: 215, isBehind: true },
    { near: 1.15, count: 45, isBehind: false },
    { near: 2.6, count: 34, isBehind: false },
  ],
};
const DROP = [205, 214, 224] as const;
const FLAKE = [250, 250, 250] as const;
/** Height of the vertical cycle of particles in image heights: they leave below and enter again above. */
const FALL = 1.3;
/** Horizontal drift of rain. */
const SLANT = 0.09;

function addParticles(
  { width, height, pixels }: Raster,
  person: Float32Array,
  { weather, amount, seconds }: Weather & { readonly weather: 'rain' | 'snow' },
): void {
  const side = Math.min(width, height);
  const colour = weather === 'rain' ? DROP : FLAKE;
  LAYERS[weather].forEach(({ near, count, isBehind }, layer) => {
    const plane = { values: new Float32Array(width * height), width, height };
    const total = Math.round(count * (0.4 + amount));
    for (let number = 0; number < total; number += 1) {
      const a = hashNoise(number, layer, 1);
      const c = hashNoise(number, layer, 3);
      const speed = (weather === 'rain' ? 2.6 : 0.28) * near * (0.8 + 0.4 * c);
      const fallen = hashNoise(number, layer, 2) * FALL + seconds * speed;
      const round = Math.floor(fallen / FALL);
      const y = (fallen - round * FALL - 0.15) * height;
      const start = hashNoise(number, layer, 4 + round);
      if (weather === 'rain') {
        drawStreak(plane, {
          x: ((start % 1.1) - 0.05) * width + y * SLANT,
          y,
          size: side * (0.05 + 0.05 * c) * near,
          thickness: Math.max(0.7, side * 0.0017 * near),
          alpha: 0.62 * (0.45 + 0.55 * a),
        });
      } else {
        const sway = Math.sin(seconds * (0.8 + c) + a * 9) * 0.02 + seconds * 0.012 * near;
        drawFlake(plane, {
          x: (((start + sway) % 1.1) - 0.05) * width,
          y,
          size: Math.max(1, side * (0.0038 + 0.0034 * c) * near),
          thickness: 0,
          alpha: near > 1.2 ? 0.5 : 0.92,
        });
      }
    }
    for (let index = 0; index < plane.values.length; index += 1) {
      const unoccluded = isBehind ? 1 - person[index] : 1;
      const weight = Math.min(1, plane.values[index]) * unoccluded;
      if (weight > 0.004) {
        for (let channel = 0; channel < 3; channel += 1) {
          const at = index * 4 + channel;
          pixels[at] += (colour[channel] - pixels[at]) * weight;
        }
      }
    }
  });
}

interface ParticlePlane {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

interface Particle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly thickness: number;
  readonly alpha: number;
}

function drawStreak({ values, width, height }: ParticlePlane, particle: Particle): void {
  const { x, y, size, thickness, alpha } = particle;
  for (let step = 0; step < size; step += 1) {
    const row = Math.floor(y - step);
    if (row < 0 || row >= height) {
      continue;
    }
    const fade = Math.sin((step / size) * Math.PI) * alpha;
    const centre = x - step * SLANT;
    const end = Math.min(width - 1, Math.floor(centre + thickness + 1));
    for (let column = Math.max(0, Math.floor(centre - thickness - 1)); column <= end; column += 1) {
      const value = fade * (1 - Math.abs(column + 0.5 - centre) / (thickness + 0.5));
      const index = row * width + column;
      values[index] = Math.max(values[index], value);
    }
  }
}

function drawFlake({ values, width, height }: ParticlePlane, particle: Particle): void {
  const { x, y, size, alpha } = particle;
  const last = Math.min(height, Math.ceil(y + size + 1));
  const end = Math.min(width, Math.ceil(x + size + 1));
  for (let row = Math.max(0, Math.floor(y - size - 1)); row < last; row += 1) {
    for (let column = Math.max(0, Math.floor(x - size - 1)); column < end; column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y) / size;
      const index = row * width + column;
      values[index] = Math.max(values[index], alpha * (1 - smoothstep(0.35, 1.1, distance)));
    }
  }
}
