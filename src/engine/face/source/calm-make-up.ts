/**
 * Bright, coloured make-up keeps its strength on another skin: what is far lighter than the skin around it, or of a far other colour, is
 * amplified where that is made lighter, until brows are paler than the forehead and lids nearly white.
 */
import { softClamp, smoothstep } from '../../vision/math.ts';

/** From how much more green than red, or blue than green (logarithms, by the skin), something is coloured; how dark (logarithm) it says nothing. */
const COLOURED = 0.15;
const DARK = -0.1;
/** Fractions of lids and brows that are coloured where there is no make-up, and where there certainly is. */
const MADE_UP = [0.03, 0.1] as const;
/** How far (logarithm) a colour may be from that of the skin, by its light, and how much further at most. */
const TONE = 0.12;
const MORE_TONE = 0.05;
/** How much lighter (logarithm) than the skin lids may be, and how much lighter still at most. */
const LIGHT = 0.08;
const MORE_LIGHT = 0.06;
/** Tones between which a pale brow is powdered; how much darker it then is, as a power less one. */
const POWDERED = [0.09, 0.2] as const;
const DARKER = 1.2;
/** How much darker (logarithm) than the skin a brow is that needs nothing, and one that is pale. */
const PALE = [-0.55, -0.3] as const;
const WEIGHTS = [0.299, 0.587, 0.114];

/**
 * Calms make-up, if there is any, within `sockets` (lids and brows without the eyes, 0..1). `planes` are red, green and blue and change;
 * `surfaces` are the skin of the face in them.
 */
export function calmMakeUp(
  planes: readonly Float32Array[],
  sockets: Float32Array,
  surfaces: readonly Float32Array[],
): void {
  const strength = smoothstep(...MADE_UP, measureColoured(planes, sockets, surfaces));
  if (strength === 0) {
    return;
  }
  for (let index = 0; index < sockets.length; index += 1) {
    if (sockets[index] > 0) {
      const { light, tones } = compare(planes, surfaces, index);
      const most = Math.max(...tones.map(Math.abs));
      const powdered = smoothstep(...POWDERED, most) * smoothstep(...PALE, light);
      const calm = light > 0 ? limit(light, LIGHT, MORE_LIGHT) : light * (1 + DARKER * powdered);
      planes.forEach((plane, channel) => {
        const ratio = Math.exp(calm + limit(tones[channel], TONE, MORE_TONE));
        const value = Math.min(255, ratio * surfaces[channel][index]);
        plane[index] += (value - plane[index]) * sockets[index] * strength;
      });
    }
  }
}

/** Which fraction of lids and brows is coloured. */
function measureColoured(
  planes: readonly Float32Array[],
  sockets: Float32Array,
  surfaces: readonly Float32Array[],
): number {
  let coloured = 0;
  let whole = 1e-6;
  for (let index = 0; index < sockets.length; index += 1) {
    if (sockets[index] > 0) {
      const { light, tones } = compare(planes, surfaces, index);
      const most = Math.max(tones[1] - tones[0], tones[2] - tones[1]);
      coloured += light > DARK && most > COLOURED ? sockets[index] : 0;
      whole += sockets[index];
    }
  }
  return coloured / whole;
}

/** How a place differs from the skin: in its light, and by that in each colour (logarithms). */
function compare(
  planes: readonly Float32Array[],
  surfaces: readonly Float32Array[],
  index: number,
): { readonly light: number; readonly tones: readonly number[] } {
  const ratios = planes.map(
    (plane, channel) => Math.max(1, plane[index]) / Math.max(1, surfaces[channel][index]),
  );
  const light = Math.log(ratios.reduce((sum, ratio, at) => sum + ratio * WEIGHTS[at], 0));
  return { light, tones: ratios.map((ratio) => Math.log(ratio) - light) };
}

/** The value itself up to `free`, and never more than `more` beyond. */
function limit(value: number, free: number, more: number): number {
  const beyond = Math.abs(value) - free;
  return beyond <= 0 ? value : Math.sign(value) * (free + softClamp(beyond, more));
}
