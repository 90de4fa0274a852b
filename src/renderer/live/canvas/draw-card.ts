import { cardGround, drawFilling } from './draw-filling.ts';

/** Fills a canvas with the cover card; the excess is cropped evenly. */
export function drawCard(canvas: OffscreenCanvas, image: ImageBitmap | null): void {
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) {
    return;
  }
  context.fillStyle = cardGround;
  context.fillRect(0, 0, width, height);
  if (image !== null) {
    drawFilling(context, { image, width: image.width, height: image.height });
  }
}
