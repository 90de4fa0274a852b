import { i420Bytes } from '../../contract/frame-link.ts';
import type { CameraFormat } from '../../contract/devices.ts';

/** White, yellow, cyan, green, magenta, red, blue at 75 % (SMPTE EG 1), BT.601, limited range: Y, Cb, Cr. */
const bars: readonly (readonly [number, number, number])[] = [
  [180, 128, 128],
  [162, 44, 142],
  [131, 156, 44],
  [112, 72, 58],
  [84, 184, 198],
  [65, 100, 212],
  [35, 212, 114],
];

/** Colour bars with a ramp of grey below: a frame of I420 without padding. */
export function drawColourBars({ width, height }: CameraFormat): Uint8Array {
  const bytes = new Uint8Array(i420Bytes({ width, height })).fill(128);
  const rampFrom = Math.floor((height * 7) / 8);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      bytes[row * width + column] =
        row < rampFrom ? barAt(column, width)[0] : 16 + Math.round((219 * column) / width);
    }
  }
  const [chromaWidth, chromaHeight] = [(width + 1) >> 1, (height + 1) >> 1];
  const cb = width * height;
  const cr = cb + chromaWidth * chromaHeight;
  for (let row = 0; row < rampFrom >> 1; row += 1) {
    for (let column = 0; column < chromaWidth; column += 1) {
      const [, blue, red] = barAt(column, chromaWidth);
      bytes[cb + row * chromaWidth + column] = blue;
      bytes[cr + row * chromaWidth + column] = red;
    }
  }
  return bytes;
}

function barAt(column: number, width: number): readonly [number, number, number] {
  return (
    bars[Math.min(bars.length - 1, Math.floor((bars.length * column) / width))] ?? [16, 128, 128]
  );
}
