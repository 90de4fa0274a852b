import { expect, it } from 'vitest';
import {
  isSimilarLuma,
  lumaThumbnailOfI420,
  lumaThumbnailOfRgb,
  isBlack,
} from './luma-thumbnail.ts';

const [width, height] = [64, 36];

it('gives a frame and its copy in RGB the same grid, for any size', () => {
  const frame = lumaThumbnailOfI420(
    drawI420((x, y) => 16 + (219 * (x + y)) / 2),
    width,
    height,
  );
  expect(
    isSimilarLuma(
      frame,
      lumaThumbnailOfRgb(
        drawRgb(2, (x, y) => (255 * (x + y)) / 2),
        2 * width,
        2 * height,
      ),
    ),
  ).toBe(true);
});

it('distinguishes another picture by its brighter and darker parts', () => {
  const right = lumaThumbnailOfRgb(
    drawRgb(1, (x) => 100 + 20 * x),
    width,
    height,
  );
  const left = lumaThumbnailOfRgb(
    drawRgb(1, (x) => 120 - 20 * x),
    width,
    height,
  );
  expect(isSimilarLuma(right, right)).toBe(true);
  expect(isSimilarLuma(right, left)).toBe(false);
});

it('tells another picture by its brightness, also without any structure', () => {
  const grey = lumaThumbnailOfRgb(
    drawRgb(1, () => 128),
    width,
    height,
  );
  const black = lumaThumbnailOfRgb(
    drawRgb(1, () => 0),
    width,
    height,
  );
  expect(isSimilarLuma(grey, black)).toBe(false);
  expect(
    isSimilarLuma(
      grey,
      lumaThumbnailOfI420(
        drawI420(() => 126),
        width,
        height,
      ),
    ),
  ).toBe(true);
  expect([isBlack(grey), isBlack(black)]).toEqual([false, true]);
});

type Drawing = (x: number, y: number) => number;

/** Luma from 0 to 1 across and down. */
function drawI420(luma: Drawing): Uint8Array {
  const frame = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let at = 0; at < width * height; at += 1) {
    frame[at] = luma((at % width) / width, Math.floor(at / width) / height);
  }
  return frame;
}

function drawRgb(scale: number, luma: Drawing): Uint8Array {
  const [columns, rows] = [scale * width, scale * height];
  return Uint8Array.from({ length: 3 * columns * rows }, (_, index) => {
    const at = Math.floor(index / 3);
    return luma((at % columns) / columns, Math.floor(at / columns) / rows);
  });
}
