import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';

/** Default card of the app: the one the engine shows, without text, so that every viewer understands it. */
export const usualCardUrl = new URL('../../../../resources/live/cover-card.webp', import.meta.url)
  .href;

/** Loads the image of the cover card: the user's own, else the app's default. */
export async function loadCoverImage(bridge: Bridge<Ipc>): Promise<ImageBitmap> {
  const { cardUrl } = await bridge.call('cover.read', {});
  // A card of the user's that cannot be read must not leave them without one.
  return cardUrl === null
    ? loadBitmap(usualCardUrl)
    : loadBitmap(cardUrl).catch(() => loadBitmap(usualCardUrl));
}

/** Decodes an image from one of the page's own URLs. */
export async function loadBitmap(url: string): Promise<ImageBitmap> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return createImageBitmap(image);
}
