/**
 * Reduces bright, coloured make-up of a source, which would be amplified on another skin: colours far lighter than the
 * skin around them, or very different from it, gain strength where they are lightened, until brows are paler than the
 * forehead and lids nearly white.
 */
import { boxBlur } from '../../vision/box-blur.ts';
import { softClamp, smoothstep } from '../../vision/math.ts';
import type { ColourPlanes } from './colour-planes.ts';

/**
 * Excess of green over red, or blue over green (logarithms, relative to the skin), above which a colour counts as
 * make-up, and the light (logarithm, relative to the skin) up to which colours are ignored.
 */
const COLOURED = 0.15;
const DARK = -0.1;
/** Coloured fraction of lids and brows without make-up, and with certain make-up. */
const MADE_UP = [0.03, 0.1] as const;
/**
 * Distance (logarithm) of a colour from that of the skin, relative to its light, that stays free, and the maximum
 * beyond it.
 */
const TONE = 0.05;
const MORE_TONE = 0.03;
/** Lightness (logarithm) of lids above the skin that stays free, and the maximum beyond it. */
const LIGHT = 0.02;
const MORE_LIGHT = 0.04;
/**
 * Tones between which a colour comes to be powder, of which nothing is left, and a pale brow with it; exponent, minus
 * one, by which such a brow is darkened.
 */
const POWDERED = [0.09, 0.2] as const;
const DARKER = 1.2;
/**
 * Radius around powder within which lids are softened, and that of the softening, as fractions of the texture; powdered
 * fraction there from which it begins, and from which it is full; fraction of that on dark lashes.
 */
const POWDER_REACH = 0.02;
const POWDER_BLUR = 0.008;
const POWDER_NEAR = [0.05, 0.3] as const;
const OF_LASHES = 0.6;
/** Lightness (logarithm) relative to the skin of a brow that stays unchanged, and of a pale one. */
const PALE = [-0.55, -0.3] as const;
/**
 * Green of eyes and lids below which they are pink, as a fraction of red or blue, whichever is less; the same relative to
 * the skin, because brown skin lacks blue, and pink on it has more green than blue.
 */
const LESS_GREEN = 0.95;
/** Red (logarithm) above that of the skin, relative to its light, that stays free, and the maximum beyond it. */
const RED = 0.08;
const MORE_RED = 0.05;
/**
 * Range over which a red colour comes to be brown: green above blue, lack of green, light (logarithms, relative to the
 * skin). Brown irises and auburn brows lack blue; blood and make-up lack green as much, or more.
 */
const YELLOWISH = [0.1, 0.25] as const;
const LACKS_GREEN = [0.15, 0.25] as const;
const OF_LIDS = [-0.65, -0.35] as const;
/**
 * Radius of the surroundings of a brown pixel, as a fraction of the texture, and the brown fraction of them from which
 * it begins to belong to an iris or a brow, and from which it does: seams between red and skin are brown lines.
 */
const BROWN_REACH = 0.012;
const BROWN_AROUND = [0.25, 0.6] as const;
const WEIGHTS = [0.299, 0.587, 0.114];

/**
 * Reduces make-up, if there is any, within `sockets` (lids and brows without the eyes, 0..1). Changes `planes`: red,
 * green and blue. `surfaces` are the skin of the face in them.
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
  const powder = new Float32Array(sockets.length);
  for (let index = 0; index < sockets.length; index += 1) {
    if (sockets[index] > 0) {
      const { light, tones } = compareWithSkin(planes, surfaces, index);
      const max = Math.max(...tones.map(Math.abs));
      const coloured = smoothstep(...POWDERED, max);
      const powdered = coloured * smoothstep(...PALE, light);
      powder[index] = coloured * sockets[index] * strength;
      const calm =
        light > 0 ? limitSoftly(light, LIGHT, MORE_LIGHT) : light * (1 + DARKER * powdered);
      planes.forEach((plane, channel) => {
        const tone = (1 - coloured) * limitSoftly(tones[channel], TONE, MORE_TONE);
        const ratio = Math.exp(calm + tone);
        const value = Math.min(255, ratio * surfaces[channel][index]);
        plane[index] += (value - plane[index]) * sockets[index] * strength;
      });
    }
  }
  softenPowder(planes, powder, sockets);
}

/**
 * Softens lids where there was `powder` (0..1): between lashes its grains stay as light specks, and at its edges as
 * hard lines.
 */
function softenPowder(
  planes: readonly Float32Array[],
  powder: Float32Array,
  sockets: Float32Array,
): void {
  const size = Math.sqrt(powder.length);
  boxBlur(powder, size, Math.round(size * POWDER_REACH));
  for (const plane of planes) {
    const soft = plane.slice();
    const radius = Math.round(size * POWDER_BLUR);
    boxBlur(soft, size, radius);
    boxBlur(soft, size, radius);
    for (let index = 0; index < plane.length; index += 1) {
      const weight = sockets[index] * smoothstep(...POWDER_NEAR, powder[index]);
      const lighter = soft[index] - plane[index];
      plane[index] += lighter * weight * (lighter > 0 ? OF_LASHES : 1);
    }
  }
}

/**
 * Takes pink and violet from `sockets` (lids, brows and eyes, 0..1), where only make-up and magenta light have less green
 * than both other colours: on lashes and at the edge of lids it becomes red specks. The light is that on the skin of the
 * face in `surfaces`: red, green and blue. Changes the planes.
 */
export function calmPink(
  { red, green, blue }: ColourPlanes,
  sockets: Float32Array,
  surfaces: readonly Float32Array[],
): void {
  const [skinRed, skinGreen, skinBlue] = surfaces;
  for (let index = 0; index < sockets.length; index += 1) {
    const ofSkin = skinGreen[index] / Math.max(1, Math.min(skinRed[index], skinBlue[index]));
    const least = Math.min(LESS_GREEN, ofSkin);
    const ofLight = Math.min(
      red[index] / Math.max(1, skinRed[index]),
      blue[index] / Math.max(1, skinBlue[index]),
    );
    const wanted = Math.max(
      least * Math.min(red[index], blue[index]),
      LESS_GREEN * ofLight * skinGreen[index],
    );
    const lack = wanted - green[index];
    if (lack > 0) {
      green[index] += lack * sockets[index];
    }
  }
}

/**
 * Limits the red of `sockets` (lids, brows and eyes, 0..1) relative to the skin in `surfaces`: shimmer along the lashes
 * and tired lids become red specks on other faces. The white of eyes and light irises are less red than any skin, and
 * stay. Brown irises and auburn brows are redder than pale skin relative to their light, but brown, and stay as well.
 * Changes `planes`: red, green and blue.
 */
export function calmRed(
  planes: readonly Float32Array[],
  sockets: Float32Array,
  surfaces: readonly Float32Array[],
): void {
  const brown = findBrown(planes, sockets, surfaces);
  for (let index = 0; index < sockets.length; index += 1) {
    if (sockets[index] > 0) {
      const { light, tones } = compareWithSkin(planes, surfaces, index);
      const red = limitSoftly(tones[0], RED, MORE_RED);
      if (tones[0] > red) {
        const weight = sockets[index] * (1 - brown[index]);
        const fraction = (weight * red) / tones[0];
        planes.forEach((plane, channel) => {
          const tone = tones[channel] * (1 - weight + fraction);
          plane[index] = Math.min(255, Math.exp(light + tone) * surfaces[channel][index]);
        });
      }
    }
  }
}

/** Returns how surely every pixel belongs to a dark brown area, 0..1. */
function findBrown(
  planes: readonly Float32Array[],
  sockets: Float32Array,
  surfaces: readonly Float32Array[],
): Float32Array {
  const size = Math.sqrt(sockets.length);
  const brown = new Float32Array(sockets.length);
  for (let index = 0; index < sockets.length; index += 1) {
    if (sockets[index] > 0) {
      const { light, tones } = compareWithSkin(planes, surfaces, index);
      brown[index] = measureBrown(light, tones);
    }
  }
  const around = brown.slice();
  boxBlur(around, size, Math.round(size * BROWN_REACH));
  return brown.map((value, index) => value * smoothstep(...BROWN_AROUND, around[index]));
}

/** Returns how surely a colour is a dark brown, 0..1. */
function measureBrown(light: number, [, green, blue]: readonly number[]): number {
  const isYellowish = smoothstep(...YELLOWISH, green - blue);
  const hasGreen = 1 - smoothstep(...LACKS_GREEN, -green);
  return isYellowish * hasGreen * (1 - smoothstep(...OF_LIDS, light));
}

/** Returns the coloured fraction of lids and brows. */
function measureColoured(
  planes: readonly Float32Array[],
  sockets: Float32Array,
  surfaces: readonly Float32Array[],
): number {
  let coloured = 0;
  let whole = 1e-6;
  for (let index = 0; index < sockets.length; index += 1) {
    if (sockets[index] > 0) {
      const { light, tones } = compareWithSkin(planes, surfaces, index);
      const max = Math.max(tones[1] - tones[0], tones[2] - tones[1]);
      coloured += light > DARK && max > COLOURED ? sockets[index] : 0;
      whole += sockets[index];
    }
  }
  return coloured / whole;
}

/** Compares a pixel with the skin: its light, and each colour relative to that (logarithms). */
export function compareWithSkin(
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

/** Returns the value itself up to `free`, and at most `more` beyond. */
export function limitSoftly(value: number, free: number, more: number): number {
  const beyond = Math.abs(value) - free;
  return beyond <= 0 ? value : Math.sign(value) * (free + softClamp(beyond, more));
}
