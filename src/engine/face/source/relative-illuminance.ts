/** Deep shadow and highlight: further, chroma is noise or fades. */
const DARKEST = 0.35;
const BRIGHTEST = 1.2;

/**
 * How much light falls on skin of a luma above black, as part of that on the whole face. Chroma grows
 * with light; divided by this it is that of the skin alone, so that shadows of one complexion do not turn blue on another.
 */
export function relativeIlluminance(luma: number, reference: number): number {
  const light = luma / (reference > 1 ? reference : 1);
  return light < DARKEST ? DARKEST : light > BRIGHTEST ? BRIGHTEST : light;
}
