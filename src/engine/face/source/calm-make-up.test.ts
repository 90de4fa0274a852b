import { expect, it } from 'vitest';
import { calmMakeUp, calmPink, calmRed } from './calm-make-up.ts';

const skin = [140, 90, 60];
const surfaces = skin.map((value) => new Float32Array(100).fill(value));
const sockets = new Float32Array(100).fill(1);

it('brings lilac lids to the colour of the skin, and near to its light', () => {
  const planes = paint([220, 180, 210]);
  calmMakeUp(planes, sockets, surfaces);
  const [red, green, blue] = planes.map((plane, channel) => plane[0]! / skin[channel]!);
  expect(green).toBeLessThan(1.07);
  expect(red).toBeCloseTo(green!);
  expect(blue).toBeCloseTo(green!);
});

it('leaves bare, red and dark lids as they are', () => {
  for (const lid of [skin, [170, 92, 66], [60, 35, 25]]) {
    const planes = paint(lid);
    calmMakeUp(planes, sockets, surfaces);
    expect(planes).toEqual(paint(lid));
  }
});

it('softens lids with powder between lashes, and leaves the lashes of bare lids', () => {
  const lashes = (lid: readonly number[]): Float32Array[] =>
    lid.map((value) =>
      Float32Array.from({ length: 100 * 100 }, (_, at) => (at % 4 === 0 ? 30 : value)),
    );
  const wide = skin.map((value) => new Float32Array(100 * 100).fill(value));
  const contrastOf = (lid: readonly number[]): number => {
    const planes = lashes(lid);
    calmMakeUp(planes, new Float32Array(100 * 100).fill(1), wide);
    const row = planes[1]!.subarray(5040, 5060);
    return Math.max(...row) - Math.min(...row);
  };
  expect(contrastOf(skin)).toBe(skin[1]! - 30);
  expect(contrastOf([220, 180, 210])).toBeLessThan(45);
});

it('takes pink from lashes and leaves blue and brown eyes', () => {
  const colours = [
    [120, 60, 110],
    [60, 90, 120],
    [70, 45, 30],
  ];
  const greens = colours.map((colour) => {
    const [red, green, blue] = paint(colour) as [Float32Array, Float32Array, Float32Array];
    calmPink({ red, green, blue }, sockets, surfaces);
    return green[0];
  });
  expect(greens[0]).toBeGreaterThan(100);
  expect(greens.slice(1)).toEqual([90, 45]);
});

it('takes pink from lids of brown skin, where it has as much green as blue', () => {
  const [red, green, blue] = paint([140, 75, 78]) as [Float32Array, Float32Array, Float32Array];
  calmPink({ red, green, blue }, sockets, surfaces);
  expect(green[0]).toBeGreaterThan(85);
});

it('leaves lids and eyes as they are in magenta light, and takes pink there too', () => {
  const lit = [200, 100, 170];
  const inLight = paint(lit);
  for (const [shown, green] of [
    [lit, 100],
    [[100, 60, 90], 60],
    [[200, 60, 170], 100],
  ] as const) {
    const planes = paint(shown) as [Float32Array, Float32Array, Float32Array];
    calmPink({ red: planes[0], green: planes[1], blue: planes[2] }, sockets, inLight);
    expect(planes[1][0]).toBeCloseTo(green, 3);
  }
});

it('takes the red of shimmer and of tired lids, and keeps their light', () => {
  const planes = paint([150, 50, 50]);
  calmRed(planes, sockets, surfaces);
  const [red, green, blue] = planes.map((plane) => plane[0]!);
  expect(red! / green!).toBeLessThan(2);
  expect(red! / green!).toBeGreaterThan(skin[0]! / skin[1]!);
  const luma = 0.299 * red! + 0.587 * green! + 0.114 * blue!;
  expect(Math.abs(luma / (0.299 * 150 + 0.587 * 50 + 0.114 * 50) - 1)).toBeLessThan(0.05);
});

it('leaves irises, white of eyes, brown shade and bare lids', () => {
  for (const colour of [skin, [60, 90, 120], [180, 175, 170], [80, 48, 32]]) {
    const planes = paint(colour);
    calmRed(planes, sockets, surfaces);
    expect(planes).toEqual(paint(colour));
  }
});

it('leaves brown irises and auburn brows of pale faces, and takes the red of their lids', () => {
  const pale = [225, 190, 175].map((value) => new Float32Array(100).fill(value));
  for (const brown of [
    [70, 38, 25],
    [110, 65, 40],
    [120, 80, 45],
    [140, 85, 60],
  ]) {
    const planes = paint(brown);
    calmRed(planes, sockets, pale);
    for (const [channel, value] of brown.entries()) {
      expect(Math.abs(planes[channel]![0]! - value)).toBeLessThan(2);
    }
  }
  for (const red of [
    [210, 120, 115],
    [90, 32, 27],
  ]) {
    const planes = paint(red);
    calmRed(planes, sockets, pale);
    expect(planes[0]![0]! / planes[1]![0]!).toBeLessThan((0.9 * red[0]!) / red[1]!);
  }
});

/** Lids of a colour as red, green and blue. */
function paint(lid: readonly number[]): Float32Array[] {
  return lid.map((value) => new Float32Array(100).fill(value));
}
