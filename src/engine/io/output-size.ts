/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that a picture is shown at: square pixels, and at most `maxShortSide` rows, or columns when
 * it stands upright (a phone's 1080 × 1920 is "1080p" as well). Never larger than stored in any direction.
 * What is scaled gets even sides, which is what video codecs want; what is not keeps its size.
 */
export function fitSize(
  stored: Size,
  options: {
    /** Width of a pixel by its height. */
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
