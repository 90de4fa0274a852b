import { clamp, smoothstep } from '../vision/math.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import type { HeadParts } from './head-parts.ts';
import type { HeadTone } from './head-tone.ts';
import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';
import { readWarp, type PoseWarp } from './pose-warp.ts';
import { readChannel, readPlane, setPosition } from './read-plane.ts';
import { distanceTo, selectConnected, threshold } from '../vision/regions.ts';
import type { HeadMatte } from './feather.ts';
import { boxBlur } from '../vision/box-blur.ts';

/** Inputs of a head layer. */
export interface HeadLayerInputs {
  /** The source image, downscaled by a whole factor from the image of its view. */
  readonly image: RgbaImage;
  readonly reduction: number;
  readonly view: HeadView;
  readonly parts: HeadParts;
  readonly matte: HeadMatte;
  readonly warp: PoseWarp;
  readonly tone: HeadTone;
}

/** Range below the chin in which the neck of the source fades into that of the target, in centimetres. */
const NECK_FADE_CM = [0.2, 3.6] as const;
/** Distance over which hair cropped by the source image fades out. */
const EDGE_FADE_CM = [0.2, 2.5] as const;
/** Maximum change of the head's alpha by the colours of the full image. */
const MAX_REFINEMENT = 0.35;
/** Colours above this level are compressed instead of clipped. */
const SHOULDER = 225;

/**
 * The head of a source, sampled at positions in the view of a target. `read` sets the fields: colours in the light of
 * the target (0..255), and the alpha of the head and of its neck (0..1).
 */
export class HeadLayer {
  red = 0;
  green = 0;
  blue = 0;
  head = 0;
  neck = 0;
  /** Alpha of `head` without the fade at the edge of its image. */
  headBeforeFade = 0;
  /** Distance of the four samples that are averaged, in pixels of the source; 0 takes one. */
  softness = 0;
  readonly #layer: HeadLayerInputs;
  readonly #skin: Float32Array;
  readonly #neck: Float32Array;
  readonly #fade: Float32Array;
  readonly #position = { at: 0, fx: 0, fy: 0 };
  readonly #from = new Float64Array(2);
  #sumRed = 0;
  #sumGreen = 0;
  #sumBlue = 0;

  constructor(layer: HeadLayerInputs) {
    this.#layer = layer;
    const { parts, view } = layer;
    const outside = view.isInImage.map((value, index) => (isInner(index) ? 1 - value : 1));
    this.#fade = distanceTo(outside, VIEW_SIZE).map((distance) =>
      smoothstep(EDGE_FADE_CM[0], EDGE_FADE_CM[1], distance / VIEW_SCALE),
    );
    this.#skin = Float32Array.from(parts.skin);
    boxBlur(this.#skin, VIEW_SIZE, 3);
    const fromFace = distanceTo(view.face, VIEW_SIZE);
    const isNeck = selectConnected(
      threshold(parts.neck, 0.75),
      VIEW_SIZE,
      (index) => fromFace[index] < 2.5,
    );
    this.#neck = parts.neck.map(
      (value, index) =>
        isNeck[index] *
        value *
        (1 - smoothstep(NECK_FADE_CM[0], NECK_FADE_CM[1], fromFace[index] / VIEW_SCALE)),
    );
    boxBlur(this.#neck, VIEW_SIZE, 1);
  }

  /** Samples the layer at a position of the target's view. */
  read(x: number, y: number): void {
    const from = this.#from;
    readWarp(this.#layer.warp, x, y, from);
    const [sourceX, sourceY] = [from[0], from[1]];
    this.head = 0;
    this.neck = 0;
    this.headBeforeFade = 0;
    if (sourceX < 0 || sourceY < 0 || sourceX >= VIEW_SIZE || sourceY >= VIEW_SIZE) {
      return;
    }
    const { matte } = this.#layer;
    const position = this.#position;
    setPosition(position, sourceX, sourceY);
    const alpha = readPlane(matte.alpha, position);
    const edge = readPlane(matte.isEdge, position);
    this.neck = readPlane(this.#neck, position);
    if (alpha < 0.004 && edge === 0 && this.neck < 0.004) {
      this.neck = 0;
      return;
    }
    this.#sample(sourceX, sourceY);
    this.head = alpha;
    if (edge > 0) {
      this.#blendEdge(alpha, edge);
    }
    const fade = readPlane(this.#fade, position);
    this.headBeforeFade = this.head;
    this.head *= fade;
    this.neck *= fade;
    this.#light(x, y, readPlane(this.#skin, position));
  }

  /** Refines the alpha of the head in an edge pixel, and removes the background from its colour. */
  #blendEdge(alpha: number, edge: number): void {
    const { rule, behind } = this.#layer.matte;
    const position = this.#position;
    const ruled =
      readPlane(rule.red, position) * this.red +
      readPlane(rule.green, position) * this.green +
      readPlane(rule.blue, position) * this.blue +
      readPlane(rule.offset, position);
    const stretched = clamp((ruled - 0.04) / 0.92, 0, 1);
    const refined = Math.max(alpha - MAX_REFINEMENT, Math.min(alpha + MAX_REFINEMENT, stretched));
    this.head = alpha + (refined - alpha) * edge * Math.min(1, alpha * 8);
    const weight = Math.max(0.12, this.head);
    const rest = (1 - weight) * edge;
    if (rest > 0.01) {
      this.red = clamp((this.red - rest * readChannel(behind, position, 0)) / (1 - rest), 0, 255);
      this.green = clamp(
        (this.green - rest * readChannel(behind, position, 1)) / (1 - rest),
        0,
        255,
      );
      this.blue = clamp((this.blue - rest * readChannel(behind, position, 2)) / (1 - rest), 0, 255);
    }
  }

  #light(x: number, y: number, skinWeight: number): void {
    const { skin, hair, skinColour, colourfulness, lightAcross, lightDown } = this.#layer.tone;
    const isSkin = this.neck > this.head ? 1 : skinWeight;
    const light = Math.exp(lightAcross * (x - VIEW_SIZE / 2) + lightDown * (y - VIEW_SIZE * 0.43));
    const bounded = light < 0.6 ? 0.6 : light > 1.5 ? 1.5 : light;
    const red = this.red * bounded * (hair[0] + (skin[0] - hair[0]) * isSkin);
    const green = this.green * bounded * (hair[1] + (skin[1] - hair[1]) * isSkin);
    const blue = this.blue * bounded * (hair[2] + (skin[2] - hair[2]) * isSkin);
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    const plain = (1 - colourfulness) * isSkin;
    this.red = press(red + (luma * skinColour[0] - red) * plain);
    this.green = press(green + (luma * skinColour[1] - green) * plain);
    this.blue = press(blue + (luma * skinColour[2] - blue) * plain);
  }

  /** Sets the colours to those of the image at a position of the source's view. */
  #sample(viewX: number, viewY: number): void {
    const { view, reduction } = this.#layer;
    const { a, b, shiftX, shiftY } = view.toImage;
    const x = (a * viewX - b * viewY + shiftX) / reduction - 0.5;
    const y = (b * viewX + a * viewY + shiftY) / reduction - 0.5;
    const { softness } = this;
    this.#sumRed = 0;
    this.#sumGreen = 0;
    this.#sumBlue = 0;
    if (softness === 0) {
      this.#add(x, y, 1);
    } else {
      this.#add(x - softness, y - softness * 0.4, 0.25);
      this.#add(x + softness * 0.4, y - softness, 0.25);
      this.#add(x + softness, y + softness * 0.4, 0.25);
      this.#add(x - softness * 0.4, y + softness, 0.25);
    }
    this.red = this.#sumRed;
    this.green = this.#sumGreen;
    this.blue = this.#sumBlue;
  }

  #add(column: number, row: number, weight: number): void {
    const { width, height, pixels } = this.#layer.image;
    const x = column < 0 ? 0 : column > width - 1 ? width - 1 : column;
    const y = row < 0 ? 0 : row > height - 1 ? height - 1 : row;
    const left = x | 0;
    const top = y | 0;
    const fx = x - left;
    const fy = y - top;
    const at = (top * width + left) * 4;
    const right = left + 1 < width ? at + 4 : at;
    const below = top + 1 < height ? width * 4 : 0;
    const upperLeft = (1 - fx) * (1 - fy) * weight;
    const upperRight = fx * (1 - fy) * weight;
    const lowerLeft = (1 - fx) * fy * weight;
    const lowerRight = fx * fy * weight;
    this.#sumRed +=
      pixels[at] * upperLeft +
      pixels[right] * upperRight +
      pixels[at + below] * lowerLeft +
      pixels[right + below] * lowerRight;
    this.#sumGreen +=
      pixels[at + 1] * upperLeft +
      pixels[right + 1] * upperRight +
      pixels[at + below + 1] * lowerLeft +
      pixels[right + below + 1] * lowerRight;
    this.#sumBlue +=
      pixels[at + 2] * upperLeft +
      pixels[right + 2] * upperRight +
      pixels[at + below + 2] * lowerLeft +
      pixels[right + below + 2] * lowerRight;
  }
}

function isInner(index: number): boolean {
  const column = index % VIEW_SIZE;
  const row = Math.floor(index / VIEW_SIZE);
  return column > 0 && column < VIEW_SIZE - 1 && row > 0 && row < VIEW_SIZE - 1;
}

function press(value: number): number {
  const over = value - SHOULDER;
  return over <= 0 ? value : SHOULDER + (over * 30) / (over + 30);
}
