import { downscaleImage } from '../../head/downscale-image.ts';
import type { RgbaImage, YuvColour } from '../../pixels/frame.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import {
  boxOfPoints,
  type FramePlanes,
  type LayerPlanes,
  type LayerTexture,
  PaintedLayer,
} from '../../talk/avatar/painted-layer.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { BodyLayer } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import type { LayerNet } from '../character/layer-net.ts';
import type { BodyMap } from './body-map.ts';
import { ReductionChoice } from './texture-reduction.ts';
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
  /** The nodes of each pass, and the layers that draw the passes, for each reduction. */
  readonly #nodes: readonly Uint16Array[];
  readonly #levels: readonly (readonly PaintedLayer[])[];
  readonly #choice: ReductionChoice;

  /**
   * @param reductions whole factors by which the texture is reduced for frames that draw it that much smaller, as of
   * `listReductions`.
   */
  constructor(
    arena: KernelArena,
    { part, image, net }: BodyLayer,
    { colour, reductions }: { readonly colour: YuvColour; readonly reductions: readonly number[] },
  ) {
    const passes = net.passes.filter((triangles) => triangles.length > 0);
    const to = new Float32Array(net.points.length);
    this.part = part;
    this.#points = net.points;
    this.#to = to;
    this.#net = net;
    this.#visible =
      part === 'leftArm' || part === 'rightArm' ? new Float32Array(to.length / 2) : null;
    this.#nodes = passes.map((triangles) => Uint16Array.from(new Set(triangles)));
    this.#choice = new ReductionChoice(reductions);
    this.#levels = reductions.map((reduction) => {
      const { texture, from } = reduceLayer({ image, net }, reduction, colour);
      const { width, height } = texture;
      return passes.map(
        (triangles) =>
          new PaintedLayer(arena, { triangles, from, to, step: 2, count: to.length / 2 }, texture, {
            left: 0,
            top: 0,
            width,
            height,
          }),
      );
    });
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
    const layers = this.#levels[this.#choice.choose(scale)] ?? [];
    for (const [pass, painted] of layers.entries()) {
      painted.draw(target, planes, boxOfPoints(to, 2, this.#nodes[pass], size), visible);
    }
  }
}

/** Returns a layer's texture, reduced by a factor, and the places of its nodes in it. */
function reduceLayer(
  { image, net }: Pick<BodyLayer, 'image' | 'net'>,
  reduction: number,
  colour: YuvColour,
): { readonly texture: LayerTexture; readonly from: Float32Array } {
  const { left, top } = image;
  const reduced = reduceTexture(image, reduction);
  const { width, height, pixels } = reduced;
  const { y, u, v } = toVideoFrame(reduced, colour);
  const mask = new Uint8Array(width * height);
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = pixels[index * 4 + 3];
  }
  return {
    texture: { width, height, y, u, v, mask },
    from: net.points.map((value, at) => (value - (at % 2 === 0 ? left : top)) / reduction),
  };
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
