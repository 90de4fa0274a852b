/** Draws a whole frame as large as possible, with black bars. */
export function drawFitting(canvas: OffscreenCanvas, frame: VideoFrame): void {
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) {
    return;
  }
  const scale = Math.min(width / frame.displayWidth, height / frame.displayHeight);
  const [w, h] = [frame.displayWidth * scale, frame.displayHeight * scale];
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, height);
  context.drawImage(frame, (width - w) / 2, (height - h) / 2, w, h);
}
