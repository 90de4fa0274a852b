/**
 * Tints the inside of a mouth. It stays that of the target, and so do the inner edges of its lips: a mesh ends a pixel
 * before them. Red lipstick would be a red line between paler lips, so whatever is as red as those lips moves towards
 * the drawn ones; teeth and the dark of the mouth have little of that colour and hardly change.
 */
import { clamp, smoothstep } from '../../vision/math.ts';
import type { FacePatch, MouthTint } from './face-patch.ts';
import type { HandCover } from './hand-cover.ts';

/** Steps of chroma by which the lips of a target may be more vivid, and by which they are lipstick. */
const MORE_VIVID = [4, 14] as const;

/** Clears a tint. */
export function clearMouthTint({ seen, drawn }: MouthTint): void {
  seen.u = 0;
  seen.v = 0;
  drawn.u = 0;
  drawn.v = 0;
}

/** Scales a tint: 1 leaves it, 0 clears it. */
export function fadeMouthTint({ seen, drawn }: MouthTint, part: number): void {
  seen.u *= part;
  seen.v *= part;
  drawn.u *= part;
  drawn.v *= part;
}

/** How much of a mouth the drawing shows. */
interface DrawnMouth {
  /** Opacity of the drawn face, above 0 and up to 1. */
  readonly opacity: number;
  /** Hands that were lifted from the mask: it is 0 on a finger as well as in an open mouth. */
  readonly hands: Pick<HandCover, 'coverAt'>;
}

/**
 * Moves the chroma of the frame under the patch within the lips, where nothing is drawn. A faint face tints as faintly,
 * so that the tint does not end abruptly.
 */
export function tintMouth(
  { arena, mouth, width, planes }: FacePatch,
  { seen, drawn }: Readonly<MouthTint>,
  { opacity, hands }: DrawnMouth,
): void {
  const vivid = Math.hypot(seen.u, seen.v);
  const strength = smoothstep(...MORE_VIVID, vivid - Math.hypot(drawn.u, drawn.v));
  if (strength === 0) {
    return;
  }
  const { bytes } = arena.views;
  const { mask, frameU, frameV, lineU, lineV } = planes;
  const [changeU, changeV] = [drawn.u - seen.u, drawn.v - seen.v];
  for (let row = mouth.top >> 1; row < mouth.bottom >> 1; row += 1) {
    for (let column = mouth.left >> 1; column < mouth.right >> 1; column += 1) {
      const undrawn = opacity - bytes[mask + 2 * (row * width + column)] / 255;
      const open = Math.max(0, undrawn) * (1 - hands.coverAt(2 * column, 2 * row));
      const atU = frameU + row * lineU + column;
      const atV = frameV + row * lineV + column;
      const along = (bytes[atU] - 128) * seen.u + (bytes[atV] - 128) * seen.v;
      const part = open * strength * clamp(along / (vivid * vivid), 0, 1);
      bytes[atU] = clamp(Math.round(bytes[atU] + part * changeU), 0, 255);
      bytes[atV] = clamp(Math.round(bytes[atV] + part * changeV), 0, 255);
    }
  }
}
