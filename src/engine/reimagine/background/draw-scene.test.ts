import { expect, it } from 'vitest';
import { sceneNames } from '../../../instructions/step.ts';
import { drawScene } from './draw-scene.ts';

const size = { width: 96, height: 64 };

it('draws every ground at the size of the picture, and the same again', () => {
  const seen = new Set<string>();
  for (const name of sceneNames) {
    const { width, height, pixels } = drawScene(size, name);
    expect({ width, height }, name).toEqual(size);
    expect(drawScene(size, name).pixels, name).toEqual(pixels);
    const lights = pixels.filter((_, at) => at % 4 === 1);
    expect(Math.max(...lights) - Math.min(...lights), name).toBeGreaterThan(30);
    seen.add(pixels.join(' '));
  }
  expect(seen.size).toBe(sceneNames.length);
});

it('keeps the colour of a gradient', () => {
  const { pixels } = drawScene(size, 'gradient', [190, 40, 44]);
  for (let at = 0; at < pixels.length; at += 4) {
    expect(pixels[at] ?? 0).toBeGreaterThan((pixels[at + 1] ?? 0) + 20);
  }
});
