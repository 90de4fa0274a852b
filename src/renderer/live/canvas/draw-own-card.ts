import { maxChunkBytes } from '../../../contract/ipc/chunks.ts';
import { cardGround, drawFilling } from './draw-filling.ts';

/** Size of a card; where the output has another shape, it is cut off evenly. */
const [width, height] = [1280, 720];
/** Text stays within a 4:3 crop, with a margin. */
const textWidth = 860;
const [largestPx, smallestPx] = [72, 30];
/** Vertical centre of the crop of a tall image: heads are near the top. */
const focusFraction = 0.35;
const qualities = [0.92, 0.8, 0.65, 0.45, 0.25];

/** Renders a 16:9 card: an image, with text in its lower part. Returns a JPEG that fits into one message. */
export async function drawOwnCard(
  image: ImageBitmap,
  words: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context !== null) {
    context.fillStyle = cardGround;
    context.fillRect(0, 0, width, height);
    drawFilling(context, { image, width: image.width, height: image.height }, focusFraction);
    drawWords(context, words.trim());
  }
  for (const quality of qualities) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (blob.size <= maxChunkBytes || quality === qualities.at(-1)) {
      return new Uint8Array(await blob.arrayBuffer());
    }
  }
  return new Uint8Array();
}

function drawWords(context: OffscreenCanvasRenderingContext2D, words: string): void {
  if (words === '') {
    return;
  }
  let sizePx = largestPx;
  do {
    sizePx -= 2;
    context.font = `600 ${sizePx}px "Inter Variable", system-ui, sans-serif`;
  } while (sizePx > smallestPx && context.measureText(words).width > textWidth);
  const middleY = height * 0.86;
  const half = sizePx * 0.85;
  const wide = Math.min(textWidth, context.measureText(words).width) / 2 + sizePx * 0.6;
  context.fillStyle = 'rgb(10 12 18 / 0.72)';
  context.beginPath();
  context.roundRect(width / 2 - wide, middleY - half, wide * 2, half * 2, half * 0.4);
  context.fill();
  context.fillStyle = '#ffffff';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(words, width / 2, middleY, textWidth);
}
