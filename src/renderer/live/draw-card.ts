/** Background of the card, until its image is loaded. */
const ground = '#191c25';

/** Fills a canvas with the cover card; the excess is cropped evenly. */
export function drawCard(canvas: OffscreenCanvas, picture: ImageBitmap | null): void {
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) {
    return;
  }
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  if (picture !== null) {
    const scale = Math.max(width / picture.width, height / picture.height);
    const [w, h] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
  }
}
