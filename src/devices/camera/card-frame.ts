import { fileURLToPath } from 'node:url';
import { i420Bytes } from '../../contract/frame-link.ts';
import { readStill } from '../../engine/io/video/stills.ts';
import { fitCard } from '../../engine/live/cover/fit-card.ts';
import { createI420Frame } from '../../engine/pixels/frame.ts';
import type { CameraFormat } from '../../contract/devices.ts';

const cardPath = fileURLToPath(new URL('../../../resources/live/cover-card.webp', import.meta.url));

/**
 * Renders the cover card as a frame of this size: I420 without padding. Live video frames are BT.601, limited
 * range. An unreadable custom card is replaced by the app's default card.
 */
export async function drawCardFrame(
  { width, height }: CameraFormat,
  ownPath: string | null,
): Promise<Uint8Array> {
  const colour = { matrix: 'bt601', isFullRange: false } as const;
  const own = ownPath === null ? null : await readStill(ownPath).catch(() => null);
  const card = fitCard(own ?? (await readStill(cardPath)), createI420Frame(width, height, colour));
  const bytes = new Uint8Array(i420Bytes({ width, height }));
  bytes.set(card.y);
  bytes.set(card.u, card.y.byteLength);
  bytes.set(card.v, card.y.byteLength + card.u.byteLength);
  return bytes;
}
