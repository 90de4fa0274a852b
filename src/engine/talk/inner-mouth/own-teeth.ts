import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import {
  edgeAt,
  findLipEdges,
  findMouthOrigin,
  type HeadPosition,
  type LipEdges,
  type MouthPlane,
  projectMouthPlane,
} from './mouth-plane.ts';
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import { lumaOf, type Rgb } from './mouth-colours.ts';

/** What a picture itself shows between parted lips. */
export interface OwnTeeth {
  /** How much of it counts at a place of the plane, 0..1; its colour is in `colour` then. */
  sample(u: number, v: number, colour: Float64Array): number;
}

/** A picture of a person whose mouth is looked into. */
export interface MouthPicture {
  readonly image: RgbaImage;
  readonly position: HeadPosition;
  /** x, y, z per point, pixels of the image. */
  readonly mesh: Float32Array;
}

/** Lips leave their colour on what is beside them: so much of the inside is not used, in centimetres. */
const UPPER_RIM_CM = [0.03, 0.1] as const;
const LOWER_RIM_CM = [0.05, 0.17] as const;

/** Where teeth are sought beside the middle, and at which steps, in centimetres. */
const SOUGHT_CM = 1.4;
const STEP_CM = 0.08;
/** Teeth have this much of the luma of the skin, and hardly more of its redness; lips and what is dark have not. */
const TOOTH_LUMA = 0.6;
const TOOTH_REDNESS = 0.04;
/** Of what is between parted lips, at least so much is teeth where a picture shows some. */
const LEAST_TEETH = 0.25;

/** What a picture shows between lips that it shows parted; null where no teeth are in it, as between those of somebody who listens. */
export function findOwnTeeth(
  picture: MouthPicture,
  closed: FrontalShape,
  skin: Rgb,
): OwnTeeth | null {
  const teeth = new PicturedTeeth(picture, closed);
  return teeth.measureTeeth(skin) < LEAST_TEETH ? null : teeth;
}

class PicturedTeeth implements OwnTeeth {
  readonly #image: RgbaImage;
  readonly #plane: MouthPlane;
  readonly #edges: LipEdges;

  constructor({ image, position, mesh }: MouthPicture, closed: FrontalShape) {
    this.#image = image;
    this.#plane = projectMouthPlane(findMouthOrigin(closed, position), position);
    this.#edges = findLipEdges(mesh, this.#plane);
  }

  sample(u: number, v: number, colour: Float64Array): number {
    const under = edgeAt(this.#edges.lower, u) - v;
    const over = v - edgeAt(this.#edges.upper, u);
    const weight = smoothstep(...UPPER_RIM_CM, over) * smoothstep(...LOWER_RIM_CM, under);
    if (!(weight > 0)) {
      return 0;
    }
    const { x, y, a, b, c, d } = this.#plane;
    this.#read(x + a * u + b * v, y + c * u + d * v, colour);
    return weight;
  }

  /** How much of what is between the lips looks like teeth beside skin of a colour, 0..1. */
  measureTeeth(skin: Rgb): number {
    const read = new Float64Array(3);
    let [teeth, count] = [0, 0];
    for (let u = -SOUGHT_CM; u <= SOUGHT_CM; u += STEP_CM) {
      const lower = edgeAt(this.#edges.lower, u);
      for (let v = edgeAt(this.#edges.upper, u); v < lower; v += STEP_CM) {
        if (this.sample(u, v, read) > 0.5) {
          const colour: Rgb = [read[0], read[1], read[2]];
          const isTooth =
            lumaOf(colour) > TOOTH_LUMA * lumaOf(skin) &&
            rednessOf(colour) < rednessOf(skin) + TOOTH_REDNESS;
          teeth += isTooth ? 1 : 0;
          count += 1;
        }
      }
    }
    return count === 0 ? 0 : teeth / count;
  }

  #read(x: number, y: number, colour: Float64Array): void {
    const { width, height, pixels } = this.#image;
    const left = clamp(x - 0.5, 0, width - 1.001);
    const top = clamp(y - 0.5, 0, height - 1.001);
    const [column, row] = [Math.floor(left), Math.floor(top)];
    const [fx, fy] = [left - column, top - row];
    const at = (row * width + column) * 4;
    const below = at + width * 4;
    for (let channel = 0; channel < 3; channel += 1) {
      const upper = pixels[at + channel] + (pixels[at + 4 + channel] - pixels[at + channel]) * fx;
      const lower =
        pixels[below + channel] + (pixels[below + 4 + channel] - pixels[below + channel]) * fx;
      colour[channel] = upper + (lower - upper) * fy;
    }
  }
}

function rednessOf([red, green, blue]: Rgb): number {
  return (red - (green + blue) / 2) / (red + green + blue + 1);
}
