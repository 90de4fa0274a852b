import type { CharacterCutout } from '../character/character-cutout.ts';

/** Height added below a body (centimetres), by which it can rise with a shrug or tilt. */
const ADDED_CM = 4;
/** Number of skipped rows at the lower edge, which are often soft. */
const SOFT_ROWS = 2;

/** Extends a cutout below the lower edge of its image by mirroring, so that no background shows under it. */
export function extendBelow(cutout: CharacterCutout): CharacterCutout {
  const { width, height, pixels, head } = cutout;
  const opaqueRows = height - SOFT_ROWS;
  const added = Math.min(Math.ceil(ADDED_CM * cutout.pose.scale), opaqueRows - 1);
  const next = (opaqueRows + added) & ~1;
  const nextPixels = new Uint8Array(width * next * 4);
  const nextHead = new Uint8Array(width * next);
  nextPixels.set(pixels.subarray(0, width * opaqueRows * 4));
  nextHead.set(head.subarray(0, width * opaqueRows));
  for (let row = opaqueRows; row < next; row += 1) {
    const from = (2 * opaqueRows - 1 - row) * width * 4;
    nextPixels.set(pixels.subarray(from, from + width * 4), row * width * 4);
  }
  return { ...cutout, height: next, pixels: nextPixels, head: nextHead };
}
