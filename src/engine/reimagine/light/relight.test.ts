import { expect, it } from 'vitest';
import { scalePlane } from '../raster/planes.ts';
import { createRaster, type FloatPlane, type Raster } from '../raster/raster.ts';
import { type LampLight, relight, toLampGain } from './relight.ts';
import { estimateNormals } from './surface-normals.ts';
import { holdShade, shadeSurface } from './surface-shade.ts';

const LAMP = { colour: [1, 0.96, 0.91], spread: 0, strength: 0.8, dimming: 0.35 } as const;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are no faces that it is read for
const canonical = { triangles: new Uint16Array(0) } as Parameters<
  typeof estimateNormals
>[2]['canonical'];

/** Creates a scene with a round grey person in front of a wall. */
function makeScene(): { raster: Raster; person: FloatPlane } {
  const raster = createRaster(120, 120);
  raster.pixels.fill(130);
  const person = Float32Array.from({ length: 120 * 120 }, (_, index) =>
    Math.hypot((index % 120) - 60, Math.trunc(index / 120) - 60) < 40 ? 1 : 0,
  );
  return { raster, person };
}

/** Lights the scene from the left, with light computed at a size. */
function lightScene(side: number): Raster {
  const { raster, person } = makeScene();
  const size = { width: side, height: side };
  const small = scalePlane(person, 120, size);
  const normals = estimateNormals(size, small, { faces: [], canonical });
  const shade = shadeSurface({ width: side, person: small, normals }, 'left');
  const gain = toLampGain(shade, LAMP.strength);
  relight(raster, person, [{ gain: scalePlane(gain, side, raster), lamp: LAMP }]);
  return raster;
}

const lightAt = ({ pixels }: Raster, x: number, y: number): number =>
  pixels[(y * 120 + x) * 4] ?? 0;

it('lights the side of the lamp, and dims the background', () => {
  const lit = lightScene(120);
  expect(lightAt(lit, 30, 60)).toBeGreaterThan(lightAt(lit, 90, 60) + 20);
  expect(lightAt(lit, 5, 5)).toBeLessThan(125);
});

it('shows the colour of a filter on surfaces of other colours, each lamp on its own side', () => {
  const { raster, person } = makeScene();
  for (let at = 0; at < raster.pixels.length; at += 4) {
    raster.pixels.set([20, 150, 140], at);
  }
  const size = { width: 120, height: 120 };
  const normals = estimateNormals(size, person, { faces: [], canonical });
  const light = (side: 'left' | 'right', colour: readonly [number, number, number]): LampLight => ({
    gain: toLampGain(shadeSurface({ width: 120, person, normals }, side), 0.7),
    lamp: { colour, spread: 0.6, strength: 0.7, dimming: 0.2 },
  });
  relight(raster, person, [light('left', [1.6, 0.05, 0.1]), light('right', [0.1, 0.3, 1.6])]);
  const redAt = (x: number): number => lightAt(raster, x, 60);
  const blueAt = (x: number): number => raster.pixels[(60 * 120 + x) * 4 + 2] ?? 0;
  expect(redAt(28)).toBeGreaterThan(redAt(92) + 40);
  expect(blueAt(92)).toBeGreaterThan(blueAt(28) + 40);
  expect(redAt(28)).toBeGreaterThan(90);
});

it('looks alike when light is worked out at half the size', () => {
  const [whole, half] = [lightScene(120), lightScene(60)];
  let difference = 0;
  for (let at = 0; at < whole.pixels.length; at += 4) {
    difference += Math.abs((whole.pixels[at] ?? 0) - (half.pixels[at] ?? 0));
  }
  expect(difference / (120 * 120)).toBeLessThan(2);
});

it('goes on from the light of the frame before', () => {
  const before = { values: Float32Array.of(1, 0), mean: 1 };
  const held = holdShade({ values: Float32Array.of(0, 0), mean: 0 }, before);
  expect(held.values[0]).toBeGreaterThan(0.2);
  expect(held.values[0]).toBeLessThan(0.8);
  expect(held.mean).toBeGreaterThan(0.5);
  const other = { values: Float32Array.of(0.3), mean: 0.2 };
  expect(holdShade(other, before)).toBe(other);
});
