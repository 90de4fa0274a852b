/** What viewers see in place of the picture: the colours of the product, whatever the theme. */
const ground = '#10151f';
const stripe = '#16202f';
const ink = '#dfe6f2';

/** Draws the cover card over a whole canvas. */
export function drawCard(canvas: OffscreenCanvas, text: string): void {
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) {
    return;
  }
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  const step = Math.round(height / 12);
  context.strokeStyle = stripe;
  context.lineWidth = step / 2;
  context.beginPath();
  for (let x = -height; x < width + step; x += step * 1.5) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.fillStyle = ink;
  context.font = `500 ${Math.round(height / 16)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, width / 2, height / 2, width * 0.9);
}
