import { selectYuvConversion } from '../../pixels/yuv.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { ColourGradeSettings } from '../instructions/live-settings.ts';
import { clamp } from '../../vision/math.ts';

/** Colour grade of whole frames. */
export interface ColourGrade {
  paint(frame: I420Frame): void;
}

/** Effects at settings of 1. */
const BRIGHTNESS = 0.42;
const CONTRAST = 0.45;
const WARMTH = 16;
const COLOURFULNESS = 0.7;

/** Creates the grade of settings; null when they change nothing. Lookup tables only: 1 ns per value. */
export function createColourGrade(settings: ColourGradeSettings): ColourGrade | null {
  const { brightness, contrast, warmth, colourfulness } = settings;
  if (brightness === 0 && contrast === 0 && warmth === 0 && colourfulness === 0) {
    return null;
  }
  const luma = new Uint8Array(256);
  const blue = new Uint8Array(256);
  const red = new Uint8Array(256);
  const colour = colourfulness < 0 ? 1 + colourfulness : 1 + colourfulness * COLOURFULNESS;
  for (let value = 0; value < 256; value += 1) {
    blue[value] = clamp(128.5 + (value - 128) * colour - warmth * WARMTH, 0, 255);
    red[value] = clamp(128.5 + (value - 128) * colour + warmth * WARMTH * 0.7, 0, 255);
  }
  let black = -1;
  const setLuma = (lumaOffset: number, lumaScale: number): void => {
    black = lumaOffset;
    for (let value = 0; value < 256; value += 1) {
      const fraction = clamp(((value - lumaOffset) * lumaScale) / 255, 0, 1);
      // A power keeps black and white in place.
      const bright = fraction ** (1 - brightness * BRIGHTNESS * (brightness > 0 ? 1 : 1.6));
      const steep = bright + contrast * CONTRAST * curve(bright);
      luma[value] = clamp(lumaOffset + (clamp(steep, 0, 1) * 255) / lumaScale + 0.5, 0, 255);
    }
  };
  return {
    paint(frame) {
      const { lumaOffset, lumaScale } = selectYuvConversion(frame);
      if (lumaOffset !== black) {
        setLuma(lumaOffset, lumaScale);
      }
      const width = (frame.width + 1) >> 1;
      const height = (frame.height + 1) >> 1;
      apply(frame.y, frame.strideY, frame, luma);
      apply(frame.u, frame.strideU, { width, height }, blue);
      apply(frame.v, frame.strideV, { width, height }, red);
    },
  };
}

/** Contrast curve: negative in shadows, positive in highlights, 0 at black, middle grey and white. */
function curve(fraction: number): number {
  return (-Math.sin(fraction * 2 * Math.PI) / (2 * Math.PI)) * 1.6;
}

function apply(
  plane: Uint8Array,
  stride: number,
  { width, height }: { readonly width: number; readonly height: number },
  table: Uint8Array,
): void {
  for (let row = 0; row < height; row += 1) {
    const end = row * stride + width;
    for (let at = row * stride; at < end; at += 1) {
      plane[at] = table[plane[at]!]!;
    }
  }
}
