import type { Edit } from './edit.ts';
import { drawCartoon, drawPencil, paintOil, paintWatercolour } from './style/drawn.ts';
import { choosePalette, drawNeon, drawPixelArt, printHalftone } from './style/printed.ts';
import { playTape } from './style/tape.ts';
import type { ImageStyle } from '../../instructions/step.ts';

/** Minimum longer side in pixels of an image whose flat colours may be computed at half the size. */
const MIN_HALVED = 600;

/** Draws an image in a style. */
export function drawInStyle(edit: Edit, style: ImageStyle): void {
  const { raster, content, anchors } = edit;
  // Half of a small image has too little detail for eyes.
  const isQuick = edit.isQuick && Math.max(raster.width, raster.height) >= MIN_HALVED;
  switch (style) {
    case 'cartoon':
      drawCartoon(raster, content.mask('person'), {
        colour: 1.35,
        ink: 1,
        levels: 7,
        lift: 1,
        isQuick,
      });
      break;
    case 'anime':
      drawCartoon(raster, content.mask('person'), {
        colour: 1.2,
        ink: 0.7,
        levels: 5,
        lift: 0.7,
        isQuick,
      });
      break;
    case 'pencil':
      drawPencil(raster);
      break;
    case 'watercolour':
      paintWatercolour(raster, isQuick);
      break;
    case 'oil':
      paintOil(raster, content.mask('face'));
      break;
    case 'pixel_art':
      anchors.palette ??= choosePalette(raster, content.mask('face'));
      drawPixelArt(raster, anchors.palette);
      break;
    case 'halftone':
      printHalftone(raster);
      break;
    case 'neon':
      drawNeon(raster);
      break;
    case 'tape':
      playTape(raster, edit.frame);
      break;
    default:
      style satisfies never;
  }
}
