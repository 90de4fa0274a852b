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
import { computeLuma, type Rgb } from './mouth-colours.ts';

/** Samples the inside of the mouth that an image shows. */
export interface OwnTeeth {
  /** Returns the weight at a position of the plane, 0..1, and writes the colour into `colour`. */
  sample(u: number, v: number, colour: Float64Array): number;
}

/** Image of a person with an open mouth. */
export interface OpenMouthImage {
  readonly image: RgbaImage;
  readonly position: HeadPosition;
  /** x, y, z per point, pixels of the image. */
  readonly mesh: Float32Array;
}

/** Widths of the rim that is not used, in centimetres: lips tint the pixels beside them. */
const UPPER_RIM_CM = [0.03, 0.1] as const;
const LOWER_RIM_CM = [0.05, 0.17] as const;

/** Range of the search for teeth beside the middle, and its step, in centimetres. */
const SOUGHT_CM = 1.4;
const STEP_CM = 0.08;
/** Minimum luma of teeth against skin, and maximum redness above skin; lips and dark areas fail one of them. */
const TOOTH_LUMA = 0.6;
const TOOTH_REDNESS = 0.04;
/** Minimum fraction of tooth pixels between the lips for an image to count as showing teeth. */
const MIN_TEETH = 0.25;

/** Reads the inside of a parted mouth; null where it shows no teeth, as in a person who listens. */
export function findOwnTeeth(
  image: OpenMouthImage,
  closed: FrontalShape,
  skin: Rgb,
): OwnTeeth | null {
  const teeth = new PicturedTeeth(image, closed);
  return teeth.measureTeeth(skin) < MIN_TEETH ? null : teeth;
}

class PicturedTeeth implements OwnTeeth {
  readonly #image: RgbaImage;
  readonly #plane: MouthPlane;
  readonly #edges: LipEdges;

  constructor({ image, position, mesh }: OpenMouthImage, closed: FrontalShape) {
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

  /** Returns the fraction of pixels between the lips that look like teeth, 0..1. */
  measureTeeth(skin: Rgb): number {
    const read = new Float64Array(3);
    let [teeth, count] = [0, 0];
    for (let u = -SOUGHT_CM; u <= SOUGHT_CM; u += STEP_CM) {
      const lower = edgeAt(this.#edges.lower, u);
      for (let v = edgeAt(this.#edges.upper, u); v < lower; v += STEP_CM) {
        if (this.sample(u, v, read) > 0.5) {
          const colour: Rgb = [read[0], read[1], read[2]];
          const isTooth =
            computeLuma(colour) > TOOTH_LUMA * computeLuma(skin) &&
            computeRedness(colour) < computeRedness(skin) + TOOTH_REDNESS;
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

function computeRedness([red, green, blue]: Rgb): number {
  return (red - (green + blue) / 2) / (red + green + blue + 1);
}
