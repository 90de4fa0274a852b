import { expect, it } from 'vitest';
import { createRaster } from '../raster/raster.ts';
import { coverHeads, toHeadRegion } from './anonymise.ts';

const box = { left: 70, top: 70, width: 60, height: 70 };

it('blurs the whole face without a hard edge, and nothing beyond the head', () => {
  const raster = createRaster(200, 200);
  for (let index = 0; index < 200 * 200; index += 1) {
    raster.pixels.fill(
      (index + Math.trunc(index / 200)) % 2 === 0 ? 0 : 200,
      index * 4,
      index * 4 + 3,
    );
  }
  const before = raster.pixels.slice();
  const head = toHeadRegion(box);
  coverHeads(raster, [head], 'blur');
  const row = Math.round(head.centreY);
  const changeAt = (x: number): number =>
    Math.abs((raster.pixels[(row * 200 + x) * 4] ?? 0) - (before[(row * 200 + x) * 4] ?? 0));
  for (let x = box.left + 4; x < box.left + box.width - 4; x += 1) {
    expect(changeAt(x)).toBeGreaterThan(90);
  }
  expect(changeAt(Math.ceil(head.centreX + head.radiusX * 1.06))).toBe(0);
  for (let x = 100; x < 198; x += 1) {
    expect(Math.abs(changeAt(x) - changeAt(x + 2))).toBeLessThan(30);
  }
});
