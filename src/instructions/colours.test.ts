import { expect, it } from 'vitest';
import { namedColours, readColourWord } from './colours.ts';

it('reads a name, a number and tints before either', () => {
  expect(readColourWord('sage')).toEqual(namedColours.sage);
  expect(readColourWord('#1a2B3c')).toEqual([0x1a, 0x2b, 0x3c]);
  expect(readColourWord('dark #646464')).toEqual([55, 55, 55]);
  expect(readColourWord('light white')).toEqual([255, 255, 255]);
  expect(readColourWord('dark light sage')).not.toEqual(readColourWord('dark sage'));
  expect(readColourWord('constructor')).toBeNull();
});

it('keeps the hue of a vivid colour, and lightens what has none', () => {
  expect(readColourWord('vivid orange')).toEqual([255, 126, 20]);
  const [red, green, blue] = readColourWord('vivid grey') ?? [0, 0, 0];
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(8);
  expect(red).toBeGreaterThan(namedColours.grey[0]);
});
