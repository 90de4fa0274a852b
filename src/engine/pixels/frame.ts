/** Colour space of a YUV frame. */
export interface YuvColour {
  readonly matrix: 'bt601' | 'bt709';
  /** True when luma uses 0..255 instead of 16..235. */
  readonly isFullRange: boolean;
}

/** Pixels of 720p: above it, the memory of each frame matters more than speed. */
export const HD_PIXELS = 1280 * 720;

/**
 * Frame as decoders return it: full-size luma and two half-size chroma planes, each with its own stride in bytes.
 * Chroma has `ceil(width / 2)` by `ceil(height / 2)` samples.
 */
export interface I420Frame {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  readonly strideY: number;
  readonly strideU: number;
  readonly strideV: number;
  /** Colour space; when absent, the usual colours of unmarked video apply, see {@link computeColour}. */
  readonly colour?: YuvColour | undefined;
}

/** Image of four bytes per pixel, rows without gaps; alpha is not premultiplied. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array | Uint8ClampedArray;
}

const BT601: YuvColour = { matrix: 'bt601', isFullRange: false };
const BT709: YuvColour = { matrix: 'bt709', isFullRange: false };

/** Returns the colours of a frame; unmarked frames are BT.709 from 720 rows on and BT.601 below, as players assume. */
export function computeColour(frame: I420Frame): YuvColour {
  return frame.colour ?? (frame.height >= 720 ? BT709 : BT601);
}

/** Creates a black frame in memory of its own. */
export function createI420Frame(width: number, height: number, colour?: YuvColour): I420Frame {
  const chromaWidth = (width + 1) >> 1;
  const chromaHeight = (height + 1) >> 1;
  const black = colour?.isFullRange === true ? 0 : 16;
  return {
    width,
    height,
    y: new Uint8Array(width * height).fill(black),
    u: new Uint8Array(chromaWidth * chromaHeight).fill(128),
    v: new Uint8Array(chromaWidth * chromaHeight).fill(128),
    strideY: width,
    strideU: chromaWidth,
    strideV: chromaWidth,
    colour,
  };
}
