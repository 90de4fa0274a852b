import { expect, it } from 'vitest';
import { createEvenFlow, findEdgeFlow, smoothAlong } from './edge-flow.ts';

const WIDTH = 31;
const HEIGHT = 20;
const along = { width: WIDTH, reach: 4, isSmooth: false };

/** Vertical bars. */
const bars = Float32Array.from({ length: WIDTH * HEIGHT }, (_, index) => (index % WIDTH) % 5);

it('runs along upright bars, up or down', () => {
  const flow = findEdgeFlow(bars, WIDTH, { radius: 1 });
  const at = (10 * WIDTH + 12) * 2;
  expect(Math.abs(flow[at]!)).toBeLessThan(0.01);
  expect(Math.abs(flow[at + 1]!)).toBeCloseTo(1, 3);
});

it('changes nothing along bars, and evens them out across, one value to a pixel or four', () => {
  const four = Float32Array.from({ length: bars.length * 4 }, (_, at) => bars[at >> 2]!);
  const down = createEvenFlow(bars.length, Math.PI / 2);
  const across = createEvenFlow(bars.length, 0);
  smoothAlong(bars, down, along).forEach((value, index) => {
    expect(value).toBeCloseTo(bars[index]!, 4);
  });
  const mixed = smoothAlong(bars, across, along);
  const weights = [1, 2, 3, 4].map((step) => 1 - (step / 5) ** 2);
  const total = 1 + 2 * weights.reduce((sum, weight) => sum + weight, 0);
  const index = 6 * WIDTH + 15;
  const wanted = weights.reduce(
    (sum, weight, step) => sum + weight * (bars[index - step - 1]! + bars[index + step + 1]!),
    bars[index]!,
  );
  expect(mixed[index]).toBeCloseTo(wanted / total, 4);
  const both = smoothAlong(four, across, along);
  // Sums of one value are added in another order.
  mixed.forEach((value, at) => {
    expect(both[at * 4 + 2]).toBeCloseTo(value, 5);
  });
});
