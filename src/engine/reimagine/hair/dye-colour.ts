import { clamp, smoothstep } from '../../vision/math.ts';
import { writeOklab, writeSrgb } from '../colour/oklab.ts';
import type { StepColour } from '../../../instructions/step.ts';
import { VIEW_COUNT } from './hair-zones.ts';

/** How much lighter and darker hair can become in OKLab lightness, so that its strands stay natural. */
const MAX_LIGHTER = 0.25;
const MAX_DARKER = 0.5;
/** Range of the mean lightness of hair of any colour. */
const DARKEST = 0.2;
const LIGHTEST = 0.84;
/** Hues of brown and of yellow in OKLab, in radians. */
const BROWN = 1.08;
const YELLOW = 1.95;
/** Fraction of the differences of its own hue and chroma that hair keeps. */
const OWN = 0.25;
/** Maximum contrast of lighter strands: hair that becomes darker keeps its shine, but no more. */
const SHINE = 0.85;
/** Power of the lightness of darker strands. */
const SHADE = 0.85;

/** Maps colours of hair to a wished colour, in OKLab. */
export interface HairDye {
  readonly mean: readonly [lightness: number, a: number, b: number];
  /** Mean lightness, a and b after the dye. */
  readonly reached: readonly [lightness: number, a: number, b: number];
}

/** Plans the dye of hair whose pixels are marked in the colours of a view; black hair does not become blond. */
export function planDye(colours: Float32Array, hair: Uint8Array, colour: StepColour): HairDye {
  const lab = new Float64Array(3);
  const sums = [0, 0, 0];
  let count = 1e-6;
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    if (hair[index] === 1) {
      writeOklab(lab, colours, index * 3);
      sums[0] += lab[0];
      sums[1] += lab[1];
      sums[2] += lab[2];
      count += 1;
    }
  }
  const mean = [sums[0] / count, sums[1] / count, sums[2] / count] as const;
  writeOklab(lab, colour, 0);
  const wanted = clamp(lab[0], DARKEST, LIGHTEST);
  const lightness = clamp(wanted, mean[0] - MAX_DARKER, mean[0] + MAX_LIGHTER);
  // A colour that becomes darker has less chroma.
  const scale = Math.min(1, lightness / Math.max(0.05, lab[0])) ** 0.6;
  const chroma = Math.hypot(lab[1], lab[2]) * scale;
  let hue = Math.atan2(lab[2], lab[1]);
  // Darker yellow is seen as green: hair that is not light enough for blond becomes golden brown.
  if (hue > BROWN && hue < YELLOW) {
    hue += (BROWN - hue) * smoothstep(0, 0.25, lab[0] - lightness);
  }
  return { mean, reached: [lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)] };
}

/** Dyes a colour in OKLab and writes it as sRGB (0..255) into `to`. */
export function dyeColour(to: Float64Array, lab: Float64Array, { mean, reached }: HairDye): void {
  const own = Math.max(0.02, mean[0]);
  const lightness =
    lab[0] < own
      ? reached[0] * (lab[0] / own) ** SHADE
      : reached[0] + (lab[0] - own) * Math.min(SHINE, (1 - reached[0]) / (1 - own));
  // Neither gaps between strands nor their shine have the full colour.
  const chroma =
    Math.min(1, lightness / reached[0]) ** 0.8 *
    (1 - 0.6 * smoothstep(0.12, 0.45, lightness - reached[0]));
  const a = reached[1] * chroma + (lab[1] - mean[1]) * OWN;
  const b = reached[2] * chroma + (lab[2] - mean[2]) * OWN;
  writeSrgb(to, lightness, a, b);
}
