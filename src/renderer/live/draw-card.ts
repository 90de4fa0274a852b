/** Background of the card, until its image is loaded. */
const ground = '#191c25';

/** Fills a canvas with the cover card; the excess is cropped evenly. */
export function drawCard(canvas: OffscreenCanvas, image: ImageBitmap | null): void {
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) {
    return;
  }
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  if (image !== null) {
    const scale = Math.max(width / image.width, height / image.height);
    const [w, h] = [image.width * scale, image.height * scale];
    context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  }
}
