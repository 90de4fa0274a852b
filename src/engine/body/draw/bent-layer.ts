import { downscaleImage } from '../../head/downscale-image.ts';
import type { RgbaImage, YuvColour } from '../../pixels/frame.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import {
  boxOfPoints,
  type FramePlanes,
  type LayerPlanes,
  PaintedLayer,
} from '../../talk/avatar/painted-layer.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { BodyLayer } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import type { LayerNet } from '../character/layer-net.ts';
import type { BodyMap } from './body-map.ts';
import { fadeStretched } from './triangle-stretch.ts';

/** The target of a layer. */
export interface LayerCanvas {
  readonly target: FramePlanes;
  readonly planes: LayerPlanes;
  /** Size of the frame in pixels. */
  readonly size: { readonly width: number; readonly height: number };
}

/** A layer of a character in kernel memory, warped anew for every frame. */
export class BentLayer {
  readonly part: BodyPart;
  readonly #points: Float32Array;
  /** Target positions of the nodes. */
  readonly #to: Float32Array;
  /** How visible every node is, 0..1; null for layers that are drawn whole. */
  readonly #visible: Float32Array | null;
  readonly #net: LayerNet;
  readonly #passes: readonly { readonly painted: PaintedLayer; readonly nodes: Uint16Array }[];

  /** @param reduction whole factor by which the texture is reduced, because it is drawn that much smaller. */
  constructor(
    arena: KernelArena,
    { part, image, net }: BodyLayer,
    { colour, reduction }: { readonly colour: YuvColour; readonly reduction: number },
  ) {
    const { left, top } = image;
    const texture = reduceTexture(image, reduction);
    const { width, height, pixels } = texture;
    const { y, u, v } = toVideoFrame(texture, colour);
    const mask = new Uint8Array(width * height);
    for (let index = 0; index < mask.length; index += 1) {
      mask[index] = pixels[index * 4 + 3];
    }
    const from = net.points.map((value, at) => (value - (at % 2 === 0 ? left : top)) / reduction);
    const to = new Float32Array(from.length);
    const box = { left: 0, top: 0, width, height };
    this.part = part;
    this.#points = net.points;
    this.#to = to;
    this.#net = net;
    this.#visible =
      part === 'leftArm' || part === 'rightArm' ? new Float32Array(from.length / 2) : null;
    this.#passes = net.passes
      .filter((triangles) => triangles.length > 0)
      .map((triangles) => ({
        painted: new PaintedLayer(
          arena,
          { triangles, from, to, step: 2, count: from.length / 2 },
          { width, height, y, u, v, mask },
          box,
        ),
        nodes: Uint16Array.from(new Set(triangles)),
      }));
  }

  /** Draws the layer with its mesh warped by a map. `scale` is in pixels of the canvas per pixel of the still. */
  draw(map: BodyMap, scale: number, { target, planes, size }: LayerCanvas): void {
    const [points, to] = [this.#points, this.#to];
    const place = { x: 0, y: 0 };
    for (let at = 0; at < points.length; at += 2) {
      map(points[at], points[at + 1], place);
      to[at] = place.x;
      to[at + 1] = place.y;
    }
    const visible = this.#visible;
    if (visible !== null) {
      fadeStretched(visible, { from: points, to, passes: this.#net.passes, size: scale });
    }
    for (const { painted, nodes } of this.#passes) {
      painted.draw(target, planes, boxOfPoints(to, 2, nodes, size), visible);
    }
  }
}

/** Reduces an image whose sides are first extended to even multiples of the factor, with its last pixels. */
function reduceTexture(image: RgbaImage, factor: number): RgbaImage {
  if (factor === 1) {
    return image;
  }
  const step = 2 * factor;
  const width = Math.ceil(image.width / step) * step;
  const height = Math.ceil(image.height / step) * step;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const from = Math.min(row, image.height - 1) * image.width * 4;
    const line = image.pixels.subarray(from, from + image.width * 4);
    pixels.set(line, row * width * 4);
    for (let column = image.width; column < width; column += 1) {
      pixels.set(line.subarray(-4), (row * width + column) * 4);
    }
  }
  return downscaleImage({ width, height, pixels }, factor);
}
