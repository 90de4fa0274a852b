/** Converts Hz to mel (O'Shaughnessy 1987). */
export function toMel(hertz: number): number {
  return 1127 * Math.log(1 + hertz / 700);
}

/** Converts mel to Hz. */
export function fromMel(mel: number): number {
  return 700 * (Math.exp(mel / 1127) - 1);
}

/** Mel scale with its inverse. */
export interface MelScale {
  readonly toMel: (hertz: number) => number;
  readonly fromMel: (mel: number) => number;
}

/** Scale of {@link toMel}. */
export const usualMel: MelScale = { toMel, fromMel };

const [EVEN_HZ, BREAK_HZ] = [200 / 3, 1000];
const BREAK_MEL = BREAK_HZ / EVEN_HZ;
const LOG_STEP = Math.log(6.4) / 27;

/** Slaney's scale (1998): linear up to 1 kHz, logarithmic above. */
export const slaneyMel: MelScale = {
  toMel: (hertz) =>
    hertz < BREAK_HZ ? hertz / EVEN_HZ : BREAK_MEL + Math.log(hertz / BREAK_HZ) / LOG_STEP,
  fromMel: (mel) =>
    mel < BREAK_MEL ? mel * EVEN_HZ : BREAK_HZ * Math.exp((mel - BREAK_MEL) * LOG_STEP),
};
