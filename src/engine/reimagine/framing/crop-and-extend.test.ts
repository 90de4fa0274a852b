import { expect, it } from 'vitest';
import { cropAround, cropClosely } from './crop-and-extend.ts';

const image = { width: 1600, height: 900, pixels: new Uint8ClampedArray(0) };

it('cuts closely around faces, in the shape of the picture', () => {
  const box = { left: 200, top: 300, width: 100, height: 120 };
  const crop = cropClosely(image, [{ box }]);
  expect(crop.height).toBe(240);
  expect(crop.width / crop.height).toBeCloseTo(16 / 9, 1);
  expect(crop.left).toBeLessThan(box.left);
  expect(crop.left + crop.width).toBeGreaterThan(box.left + box.width);
  expect(crop.top).toBeLessThan(box.top);
});

it('shows all faces, and no less than there is of the picture', () => {
  const boxes = [0, 1500].map((left) => ({ box: { left, top: 300, width: 100, height: 120 } }));
  expect(cropClosely(image, boxes)).toEqual({ left: 0, top: 0, width: 1600, height: 900 });
});

it('cuts no hair and no head at the edge where all heads fit', () => {
  const portrait = { width: 640, height: 800, pixels: new Uint8ClampedArray(0) };
  const high = cropAround(portrait, [{ box: { left: 250, top: 110, width: 150, height: 200 } }], 2);
  expect(high.top).toBe(0);
  const boxes = [300, 1100, 1150].map((left) => ({
    box: { left, top: 300, width: 100, height: 120 },
  }));
  const group = cropAround(image, boxes, 1.1);
  expect(group.left).toBeLessThanOrEqual(280);
  expect(group.left + group.width).toBeGreaterThanOrEqual(1250);
});

it('cuts no more of hair that the image cuts already', () => {
  const portrait = { width: 800, height: 600, pixels: new Uint8ClampedArray(0) };
  const close = { box: { left: 280, top: 20, width: 240, height: 300 } };
  expect(cropAround(portrait, [close], 2).top).toBe(0);
});

it('shows the chin, and as much hair as fits, of a head that is too tall with all its hair', () => {
  const square = { width: 640, height: 640, pixels: new Uint8ClampedArray(0) };
  const box = { left: 220, top: 160, width: 200, height: 240 };
  const { top, height } = cropAround(square, [{ box }], 16 / 9);
  expect(top).toBeLessThan(box.top - 0.3 * box.height);
  expect(top + height).toBeGreaterThan(box.top + box.height);
});

it('cuts no head in half where not all fit', () => {
  const boxes = [0, 700, 1500].map((left) => ({
    box: { left, top: 300, width: 100, height: 120 },
  }));
  const { left, width } = cropAround(image, boxes, 1);
  const shown = boxes.filter(({ box }) => box.left >= left && box.left + 100 <= left + width);
  const hidden = boxes.filter(({ box }) => box.left + 100 <= left || box.left >= left + width);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.length + hidden.length).toBe(3);
});

it('cuts closely around a group by the size of its faces', () => {
  const boxes = [500, 700, 1000].map((left) => ({
    box: { left, top: 300, width: 100, height: 120 },
  }));
  expect(cropClosely(image, boxes).width).toBeLessThan(700);
});
