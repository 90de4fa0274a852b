/** Draws a head and the ground behind it into an image at full resolution. */
import { threshold } from '../vision/regions.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { boxBlur } from '../vision/box-blur.ts';
import { smoothstep } from '../vision/math.ts';
import type { HeadLayer } from './head-layer.ts';
import type { HeadTone } from './head-tone.ts';
import { invert, VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';
import type { Plate } from './plate.ts';
import { readChannel, readPlane, setPosition, type BilinearPosition } from './read-plane.ts';

/** Layers and parameters of a drawn head. */
export interface HeadDrawing {
  readonly target: HeadView;
  readonly layer: HeadLayer;
  readonly plate: Plate;
  readonly tone: HeadTone;
  /** Height of the chin of the target in its view. */
  readonly chin: number;
  /** Standard deviation of the noise that is added to the head, and to completed areas without detail (0..255). */
  readonly grain: { readonly head: number; readonly ground: number };
}

/** Rows between two pauses. */
const ROWS = 24;
/** Range below the chin in which the skin of neck and chest ceases to follow the head's tone, in centimetres. */
const NECK_FOLLOWS_CM = [2, 16] as const;

/**
 * Returns a copy of `image` with the drawing; pixels outside of the drawing stay the same. `onProgress` receives
 * 0..1.
 */
export async function drawHead(
  image: RgbaImage,
  drawing: HeadDrawing,
  {
    pause,
    onProgress,
  }: { readonly pause: () => Promise<void>; readonly onProgress: (fraction: number) => void },
): Promise<RgbaImage> {
  const { width, height } = image;
  const pixels = Uint8ClampedArray.from(image.pixels);
  const drawer = new Drawer(image, pixels, drawing);
  const { top, bottom } = drawer;
  for (let row = top; row < bottom; row += 1) {
    drawer.drawRow(row);
    if ((row - top) % ROWS === ROWS - 1) {
      onProgress((row - top) / (bottom - top));
      await pause();
    }
  }
  return { width, height, pixels };
}

class Drawer {
  readonly top: number;
  readonly bottom: number;
  readonly #left: number;
  readonly #right: number;
  readonly #image: RgbaImage;
  readonly #pixels: Uint8ClampedArray;
  readonly #drawing: HeadDrawing;
  readonly #toView;
  readonly #neckFollows: Float32Array;
  readonly #isReached: Uint8Array;
  readonly #position: BilinearPosition = { at: 0, fx: 0, fy: 0 };
  readonly #colour = new Float64Array(3);

  constructor(image: RgbaImage, pixels: Uint8ClampedArray, drawing: HeadDrawing) {
    this.#image = image;
    this.#pixels = pixels;
    this.#drawing = drawing;
    const { toImage } = drawing.target;
    this.#toView = invert(toImage);
    this.#neckFollows = neckFollowing(drawing);
    this.#isReached = this.#findReach();
    const corners = [0, VIEW_SIZE].flatMap((x) =>
      [0, VIEW_SIZE].map((y) => [
        toImage.a * x - toImage.b * y + toImage.shiftX,
        toImage.b * x + toImage.a * y + toImage.shiftY,
      ]),
    );
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    this.#left = Math.max(0, Math.floor(Math.min(...xs)));
    this.#right = Math.min(image.width, Math.ceil(Math.max(...xs)));
    this.top = Math.max(0, Math.floor(Math.min(...ys)));
    this.bottom = Math.min(image.height, Math.ceil(Math.max(...ys)));
  }

  drawRow(row: number): void {
    const { a, b, shiftX, shiftY } = this.#toView;
    for (let column = this.#left; column < this.#right; column += 1) {
      const x = a * (column + 0.5) - b * (row + 0.5) + shiftX;
      const y = b * (column + 0.5) + a * (row + 0.5) + shiftY;
      const isView = x >= 0 && y >= 0 && x < VIEW_SIZE && y < VIEW_SIZE;
      if (isView && this.#isReached[(y | 0) * VIEW_SIZE + (x | 0)] === 1) {
        this.#drawPixel(column, row, x, y);
      }
    }
  }

  #drawPixel(column: number, row: number, x: number, y: number): void {
    const { layer, plate, tone, grain } = this.#drawing;
    const { width, pixels: before } = this.#image;
    const at = (row * width + column) * 4;
    const position = this.#position;
    const colour = this.#colour;
    colour[0] = before[at];
    colour[1] = before[at + 1];
    colour[2] = before[at + 2];
    layer.read(x, y);
    const { head } = layer;
    setPosition(position, x, y);
    const noise = sampleNoise(column, row);
    if (head < 0.999) {
      const hole = readPlane(plate.hole, position);
      if (hole > 0.002) {
        this.#fill(column, row, hole, noise * grain.ground);
      }
      const follows = readPlane(this.#neckFollows, position);
      for (let channel = 0; channel < 3; channel += 1) {
        colour[channel] *= 1 + (tone.neck[channel] - 1) * follows;
      }
      const neck = layer.neck * readPlane(plate.neck, position);
      this.#mix(neck, noise * grain.head);
    }
    this.#mix(head, noise * grain.head);
    this.#pixels[at] = colour[0];
    this.#pixels[at + 1] = colour[1];
    this.#pixels[at + 2] = colour[2];
  }

  /** Blends the layer over the colour. */
  #mix(fraction: number, noise: number): void {
    const { layer } = this.#drawing;
    const colour = this.#colour;
    colour[0] += (layer.red + noise - colour[0]) * fraction;
    colour[1] += (layer.green + noise - colour[1]) * fraction;
    colour[2] += (layer.blue + noise - colour[2]) * fraction;
  }

  /** Blends completed areas over the colour, with detail copied from the sources of the four nearest patches. */
  #fill(column: number, row: number, fraction: number, noise: number): void {
    const { plate, target } = this.#drawing;
    const { origins, colours } = plate;
    const { at, fx, fy } = this.#position;
    const colour = this.#colour;
    let red = 0;
    let green = 0;
    let blue = 0;
    let total = 0;
    for (let corner = 0; corner < 4; corner += 1) {
      const right = corner & 1;
      const below = corner >> 1;
      const weight = (right === 1 ? fx : 1 - fx) * (below === 1 ? fy : 1 - fy);
      const near = at + right + below * VIEW_SIZE;
      const origin = origins[near];
      if (origin >= 0 && weight > 0) {
        const moveX = (origin % VIEW_SIZE) - (near % VIEW_SIZE);
        const moveY = Math.floor(origin / VIEW_SIZE) - Math.floor(near / VIEW_SIZE);
        const { a, b } = target.toImage;
        const { width, height, pixels } = this.#image;
        const x = Math.round(column + a * moveX - b * moveY);
        const y = Math.round(row + b * moveX + a * moveY);
        if (x >= 0 && y >= 0 && x < width && y < height) {
          const from = (y * width + x) * 4;
          red += pixels[from] * weight;
          green += pixels[from + 1] * weight;
          blue += pixels[from + 2] * weight;
          total += weight;
        }
      }
    }
    const patches = total > 0 ? (1 - readPlane(plate.plain, this.#position)) * total : 0;
    const scale = total > 0 ? patches / total : 0;
    red *= scale;
    green *= scale;
    blue *= scale;
    const rest = 1 - patches;
    if (rest > 0.001) {
      red += (readChannel(colours, this.#position, 0) + noise) * rest;
      green += (readChannel(colours, this.#position, 1) + noise) * rest;
      blue += (readChannel(colours, this.#position, 2) + noise) * rest;
    }
    colour[0] += (red - colour[0]) * fraction;
    colour[1] += (green - colour[1]) * fraction;
    colour[2] += (blue - colour[2]) * fraction;
  }

  /** Marks the pixels of the view in which, or beside which, anything changes. */
  #findReach(): Uint8Array {
    const { layer, plate } = this.#drawing;
    const reach = new Float32Array(VIEW_SIZE * VIEW_SIZE);
    for (let index = 0; index < reach.length; index += 1) {
      layer.read((index % VIEW_SIZE) + 0.5, Math.floor(index / VIEW_SIZE) + 0.5);
      const isReached =
        layer.head > 0 ||
        layer.neck * plate.neck[index] > 0 ||
        plate.hole[index] > 0 ||
        this.#neckFollows[index] > 0;
      reach[index] = isReached ? 1 : 0;
    }
    boxBlur(reach, VIEW_SIZE, 1);
    return threshold(reach, 1e-6);
  }
}

/** Returns how much the skin below the head follows its tone; 0 if both are similar. */
function neckFollowing({ plate, tone, chin }: HeadDrawing): Float32Array {
  const isSimilar = tone.neck.every((gain) => Math.abs(gain - 1) < 0.02);
  return plate.neck.map((value, index) => {
    const belowCm = (Math.floor(index / VIEW_SIZE) - chin) / VIEW_SCALE;
    return isSimilar || value < 0.05
      ? 0
      : value * (1 - smoothstep(NECK_FOLLOWS_CM[0], NECK_FOLLOWS_CM[1], belowCm));
  });
}

/** Returns approximately Gaussian noise of standard deviation 1, the same for the same pixel. */
function sampleNoise(column: number, row: number): number {
  let state = Math.imul(column + 1, 0x9e_37_79_b1) ^ Math.imul(row + 1, 0x85_eb_ca_6b);
  state = Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d);
  state = Math.imul(state ^ (state >>> 12), 0x29_7a_2d_39);
  state ^= state >>> 15;
  const sum =
    (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + ((state >>> 24) & 255);
  // The sum of four uniform values of 0..255 has a standard deviation of 147.8.
  return (sum - 510) / 147.8;
}
