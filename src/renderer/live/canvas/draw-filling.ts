/** Background of a cover card, until its image is loaded. */
export const cardGround = '#191c25';

/** An image and its size in pixels. */
export interface DrawnImage {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/**
 * Fills a canvas with an image; the excess is cropped evenly on the sides, and vertically around a point of the
 * image: 0 is its top, 0.5 its middle.
 */
export function drawFilling(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { image, width, height }: DrawnImage,
  focusFraction = 0.5,
): void {
  const { canvas } = context;
  const scale = Math.max(canvas.width / width, canvas.height / height);
  const [w, h] = [width * scale, height * scale];
  const top = Math.min(h - canvas.height, Math.max(0, h * focusFraction - canvas.height / 2));
  context.drawImage(image, (canvas.width - w) / 2, -top, w, h);
}
