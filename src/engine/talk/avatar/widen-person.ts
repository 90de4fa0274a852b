import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';

/** Distance around a person, in centimetres, over which the background moves along less and less. */
const REACH_CM = 1.1;
/** Values of the blurred person mask where the background starts to move along and where it does so fully. */
const ALONG = [0.045, 0.32] as const;
/** Alpha threshold of 255 that counts as the person. */
const PERSON = 12;

/**
 * Widens a matte by a soft rim of background. Single hairs that the matte misses move along with the others, and while
 * the person is in place, the rim hides the inpainted background.
 */
export function widenPerson(
  alpha: Uint8Array,
  {
    width,
    scale,
  }: { readonly width: number; /** Pixels per centimetre. */ readonly scale: number },
): Uint8Array {
  const near = new Float32Array(alpha.length);
  for (let at = 0; at < alpha.length; at += 1) {
    near[at] = alpha[at] > PERSON ? 1 : 0;
  }
  boxBlur(near, width, Math.max(1, Math.round(REACH_CM * scale)));
  const wide = alpha.slice();
  for (let at = 0; at < alpha.length; at += 1) {
    if (near[at] > 0 && alpha[at] < 255) {
      wide[at] = Math.max(alpha[at], 255 * smoothstep(...ALONG, near[at]));
    }
  }
  return wide;
}
