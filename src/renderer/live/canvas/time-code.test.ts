import { describe, expect, it } from 'vitest';
import { toCodeArea, drawTimeCode, decodeDelay } from './time-code.ts';

/** The corner as pixels, changed by `transform` the way a camera, an encoder and an engine change it. */
function paint(
  height: number,
  atMs: number,
  transform: (value: number, index: number) => number,
): Uint8ClampedArray {
  const area = toCodeArea(height);
  const pixels = new Uint8ClampedArray(area.width * area.height * 4);
  let value = 0;
  drawTimeCode(
    {
      set fillStyle(colour: string) {
        value = colour === '#fff' ? 255 : 0;
      },
      get fillStyle() {
        return '';
      },
      fillRect: (x, y, width, rows) => {
        for (let row = y; row < y + rows; row += 1) {
          for (let column = x; column < x + width; column += 1) {
            const at = 4 * (row * area.width + column);
            pixels.fill(value, at, at + 3);
          }
        }
      },
    },
    height,
    atMs,
  );
  return pixels.map((pixel, index) => transform(pixel, index));
}

const plain = (value: number): number => value;

describe('the time code', () => {
  it.each([360, 480, 720, 1080])('says at %i lines how long ago it was painted', (height) => {
    for (const delayMs of [0, 1, 84, 2500]) {
      const pixels = paint(height, 123_456.4, plain);
      expect(decodeDelay(pixels, height, 123_456.4 + delayMs)).toBe(delayMs);
    }
  });

  it('is read in spite of noise and flat contrast', () => {
    const noise = (value: number, index: number): number =>
      60 + value * 0.5 + (((index * 7919) % 41) - 20);
    expect(decodeDelay(paint(480, 9999, noise), 480, 10_060)).toBe(61);
  });

  it('is not read in a negative, whose code is another time', () => {
    expect(
      decodeDelay(
        paint(480, 9999, (value) => 255 - value),
        480,
        10_060,
      ),
    ).toBeNull();
  });

  it('is not read where the corner was covered, blurred or half drawn over', () => {
    expect(
      decodeDelay(
        paint(480, 9999, () => 17),
        480,
        10_060,
      ),
    ).toBeNull();
    expect(
      decodeDelay(
        paint(480, 9999, (value) => 120 + value / 20),
        480,
        10_060,
      ),
    ).toBeNull();
    const { width } = toCodeArea(480);
    const half = (value: number, index: number): number =>
      (index / 4) % width > width / 2 ? 90 : value;
    expect(decodeDelay(paint(480, 9999, half), 480, 10_060)).toBeNull();
  });

  it('goes on when its clock starts over', () => {
    const end = 2 ** 24;
    expect(decodeDelay(paint(480, end - 10, plain), 480, end + 40)).toBe(50);
  });
});
