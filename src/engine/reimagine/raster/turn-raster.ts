import type { RgbaImage } from '../../pixels/frame.ts';
import { createRaster, type Raster } from './raster.ts';
import type { ImageTurn } from '../../../instructions/step.ts';

/** Mirrors an image left to right or rotates it by quarter turns, byte for byte. */
export function turnRaster(image: RgbaImage, turn: ImageTurn): Raster {
  const { width, height } = image;
  const isQuarter = turn === 'left' || turn === 'right';
  const turned = isQuarter ? createRaster(height, width) : createRaster(width, height);
  const from = new Uint32Array(Uint8ClampedArray.from(image.pixels).buffer);
  const to = new Uint32Array(turned.pixels.buffer);
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      to[toPosition(turn, { column, row, width, height })] = from[index];
    }
  }
  return turned;
}

function toPosition(
  turn: ImageTurn,
  {
    column,
    row,
    width,
    height,
  }: {
    readonly column: number;
    readonly row: number;
    readonly width: number;
    readonly height: number;
  },
): number {
  switch (turn) {
    case 'mirror':
      return row * width + width - 1 - column;
    case 'half':
      return (height - 1 - row) * width + width - 1 - column;
    case 'right':
      return column * height + height - 1 - row;
    case 'left':
      return (width - 1 - column) * height + row;
    default:
      return turn satisfies never;
  }
}
