/** Size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the display size: square pixels, and a shorter side of at most `maxShortSide` (a phone's 1080 × 1920 is
 * "1080p" as well). Neither side exceeds the stored one. Scaled frames get even sides for video codecs; unscaled frames
 * keep their size.
 */
export function fitSize(
  stored: Size,
  options: {
    /** Width of a pixel divided by its height. */
    readonly pixelAspect: number;
    readonly maxShortSide?: number | undefined;
  },
): Size {
  const { pixelAspect, maxShortSide = Number.POSITIVE_INFINITY } = options;
  const square = {
    width: stored.width * Math.min(1, pixelAspect),
    height: stored.height / Math.max(1, pixelAspect),
  };
  const scale = Math.min(1, maxShortSide / Math.min(square.width, square.height));
  if (scale === 1 && pixelAspect === 1) {
    return stored;
  }
  return { width: toEven(square.width * scale), height: toEven(square.height * scale) };
}

function toEven(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
