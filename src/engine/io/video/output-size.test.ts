import { describe, expect, it } from 'vitest';
import { fitSize } from './output-size.ts';

describe('the size of pictures', () => {
  it.each([
    [1920, 1080, 720, 1280, 720],
    [1920, 1080, 480, 854, 480],
    [1080, 1920, 720, 720, 1280],
    [1280, 720, 1080, 1280, 720],
    [641, 361, 480, 641, 361],
    [4096, 2160, 1080, 2048, 1080],
    [3, 3000, 480, 3, 3000],
  ])('of %i × %i at %ip is %i × %i', (width, height, maxShortSide, fittedWidth, fittedHeight) => {
    expect(fitSize({ width, height }, { pixelAspect: 1, maxShortSide })).toMatchObject({
      width: fittedWidth,
      height: fittedHeight,
    });
  });

  it('makes pixels square without enlarging', () => {
    const dv = { width: 720, height: 576 };
    expect(fitSize(dv, { pixelAspect: 64 / 45 })).toEqual({ width: 720, height: 406 });
    expect(fitSize(dv, { pixelAspect: 16 / 15, maxShortSide: 480 })).toEqual({
      width: 640,
      height: 480,
    });
    expect(fitSize({ width: 1440, height: 1080 }, { pixelAspect: 0.5 })).toEqual({
      width: 720,
      height: 1080,
    });
  });
});
