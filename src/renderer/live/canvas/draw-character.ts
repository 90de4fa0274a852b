import { maxCharacterThumbnailBytes } from '../../../contract/ipc/characters.ts';
import { loadImage } from '../../app/load-image.ts';

const sidePx = 160;
/** Vertical centre of the crop of a tall image: heads are near the top. */
const focusFraction = 0.3;

/** Renders a small square JPEG of a character; null when this browser cannot show the image. */
export async function drawCharacter(url: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const image = await loadImage(url);
  if (image === null) {
    return null;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  const side = Math.min(width, height);
  const top = Math.min(height - side, Math.max(0, height * focusFraction - side / 2));
  const canvas = new OffscreenCanvas(sidePx, sidePx);
  const context = canvas.getContext('2d', { alpha: false });
  context?.drawImage(image, (width - side) / 2, top, side, side, 0, 0, sidePx, sidePx);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
  return blob.size > maxCharacterThumbnailBytes ? null : new Uint8Array(await blob.arrayBuffer());
}
