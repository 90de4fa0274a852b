import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';

/** Somebody who is cut out takes along what is this near, in centimetres: less and less. */
const REACH_CM = 1.1;
/** A blurred person where nothing goes along, and where all of it does. */
const ALONG = [0.045, 0.32] as const;
/** Of 255: what counts as the person. */
const PERSON = 12;

/**
 * A person with a soft rim of what is beside them. Single hairs that no matte knows move with the others, and where the person
 * is as in their picture, the rim hides what was made up behind them.
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
