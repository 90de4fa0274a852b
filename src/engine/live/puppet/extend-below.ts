import type { CharacterCutout } from '../character/character-cutout.ts';

/** How much is added below a body (centimetres): so far it may rise with a shrug or a tilt. */
const ADDED_CM = 4;
/** The last rows of a photo are often soft; what is added begins above them. */
const SOFT_ROWS = 2;

/** A cutout that goes on below the lower edge of its photo, mirrored, so that no ground is seen below it. */
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
