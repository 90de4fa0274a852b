import { expect, it } from 'vitest';
import { writeOklab, writeSrgb } from './oklab.ts';

it('knows the colours of the definition of OKLab', () => {
  const lab = new Float64Array(3);
  const round = (): number[] => Array.from(lab, (value) => Math.round(value * 1000) / 1000 + 0);
  writeOklab(lab, [255, 255, 255], 0);
  expect(round()).toEqual([1, 0, 0]);
  writeOklab(lab, [255, 0, 0], 0);
  expect(round()).toEqual([0.628, 0.225, 0.126]);
});

it('returns every colour to itself', () => {
  const lab = new Float64Array(3);
  const back = new Float64Array(3);
  for (const colour of [
    [12, 200, 90],
    [240, 18, 130],
    [3, 2, 1],
    [128.5, 128.5, 128.5],
  ]) {
    writeOklab(lab, colour, 0);
    const [lightness = 0, a = 0, b = 0] = lab;
    writeSrgb(back, lightness, a, b);
    const errors = colour.map((value, channel) => Math.abs((back[channel] ?? 0) - value));
    expect(Math.max(...errors)).toBeLessThan(1.2);
  }
});

it('clamps what no screen shows', () => {
  const colour = new Float64Array(3);
  writeSrgb(colour, 0.6, -0.5, 0.2);
  expect(colour.every((value) => value >= 0 && value <= 255)).toBe(true);
});
