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

/** The teeth that a picture shows. */
export function createOwnTeeth(picture: MouthPicture, closed: FrontalShape): OwnTeeth {
  return new PicturedTeeth(picture, closed);
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
