import { expect, it } from 'vitest';
import { isWritable } from '../../../instructions/caption-text.ts';
import type { ReimagineStep } from '../../../instructions/step.ts';
import { openCaptionFont } from '../../io/caption-font.ts';
import { createRaster } from '../raster/raster.ts';
import { drawCaption, setCaption } from './caption.ts';

const size = { width: 320, height: 240 };
const step = (parts: Partial<Extract<ReimagineStep, { kind: 'words' }>> = {}) =>
  ({
    kind: 'words',
    text: 'LIVE AT 8',
    place: { across: 'middle', down: 'top' },
    size: 'usual',
    colour: [240, 240, 240],
    ...parts,
  }) as const;

/** Returns the box of a caption in a grey image and the largest luminance in it. */
function findDrawn(requested: ReturnType<typeof step>) {
  const raster = createRaster(size.width, size.height);
  raster.pixels.fill(128);
  const caption = setCaption(raster, requested, openCaptionFont());
  if (caption === null) {
    throw new Error(`${requested.text} does not fit.`);
  }
  drawCaption(raster, caption, requested);
  const box = { left: size.width, top: size.height, right: -1, bottom: -1, lightest: 0 };
  for (let index = 0; index < size.width * size.height; index += 1) {
    const light = raster.pixels[index * 4] ?? 0;
    if (light > 160) {
      const [x, y] = [index % size.width, Math.trunc(index / size.width)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      box.lightest = Math.max(box.lightest, light);
    }
  }
  return box;
}

it('writes words where they were asked for, within the picture', () => {
  const top = findDrawn(step());
  expect(top.bottom).toBeLessThan(size.height / 3);
  expect(Math.abs(top.left + top.right - size.width)).toBeLessThan(6);
  expect(top.lightest).toBe(240);
  const corner = findDrawn(step({ place: { across: 'right', down: 'bottom' }, size: 'small' }));
  expect(corner.top).toBeGreaterThan((size.height * 2) / 3);
  expect(corner.left).toBeGreaterThan(size.width / 2);
  expect(corner.right).toBeLessThan(size.width);
});

it('breaks long words into lines and makes them smaller until they fit', () => {
  const long = findDrawn(
    step({ text: 'Today we look at the finest towers of the whole wide world', size: 'large' }),
  );
  expect(long.left).toBeGreaterThan(4);
  expect(long.right).toBeLessThan(size.width - 4);
  expect(long.bottom - long.top).toBeGreaterThan(40);
  const single = findDrawn(step({ text: 'Donaudampfschifffahrtsgesellschaft', size: 'large' }));
  expect(single.left).toBeGreaterThan(4);
  expect(single.right).toBeLessThan(size.width - 4);
});

it('breaks words that are wider than a line, and drops unreadable ones', () => {
  const endless = findDrawn(step({ text: 'W'.repeat(90), size: 'large' }));
  expect(endless.left).toBeGreaterThan(4);
  expect(endless.right).toBeLessThan(size.width - 4);
  expect(endless.bottom).toBeLessThan(size.height / 2);
  expect(endless.bottom - endless.top).toBeGreaterThan(20);
  const small = { width: 64, height: 48 };
  expect(setCaption(small, step({ text: 'W'.repeat(160) }), openCaptionFont())).toBeNull();
  expect(setCaption(small, step({ text: 'WWW' }), openCaptionFont())).not.toBeNull();
});

it('draws a light line around dark letters', () => {
  expect(findDrawn(step({ colour: [16, 16, 18] })).lightest).toBe(246);
});

it('has a letter for everything that instructions let through', () => {
  const font = openCaptionFont();
  const missing: string[] = [];
  for (let code = 0x21; code < 0x25_00; code += 1) {
    const character = String.fromCodePoint(code);
    if (isWritable(character) && !/\s/u.test(character) && !font.has(character)) {
      missing.push(code.toString(16));
    }
  }
  expect(missing).toEqual([]);
  expect(isWritable('Привет')).toBe(false);
  expect(isWritable('Größe ñ ő Ł €')).toBe(true);
});
